// The settings of the linear systems of solvers with a constant matrix.
#pragma once

#include "config/fields.h"
#include "math/conjugate_gradients.h"

namespace simbench {

// The first two factorise the matrix once a scene: by supernodes (math/sparse_cholesky.h), or column by
// column, as in the thesis and in published codes. Both are the same in exact arithmetic; their rounding
// errors differ, which is visible in single precision. Conjugate gradients (math/conjugate_gradients.h)
// factorise nothing, and iterate in every solve.
enum class LinearMethod { supernodal, simplicial, conjugate_gradients };

struct LinearSolver {
  LinearMethod method = LinearMethod::supernodal;
  Preconditioner preconditioner = Preconditioner::diagonal;
  ConjugateGradientsLimits limits;

  void describe(config::Fields& fields);
};

}  // namespace simbench

// The interface of the solvers of deformable bodies: their coordinates are positions of vertices.
#pragma once

#include <string_view>

#include "harness/solver.h"
#include "harness/solver_settings.h"
#include "math/matrix_defect.h"
#include "problem/incremental_potential.h"
#include "solver/cost.h"

namespace simbench {

// Why a solver cannot go on with a matrix.
Failure failure_of(MatrixDefect defect);

template <class Real>
class Solver : public SolverOf<IncrementalPotential<Real>> {
 public:
  // At iteration 0 these are q̃ [m].
  virtual const Positions<Real>& positions() const = 0;

  // How the order was found in which the solver's sparse factorisation eliminates; empty if it has done none.
  virtual std::string_view elimination_order() const { return {}; }
};

}  // namespace simbench

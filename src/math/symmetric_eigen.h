// Eigenvalues and eigenvectors of one symmetric 3 × 3 matrix, by Eigen, for the few matrices that a kernel of
// lanes handles one by one (replace_unless). Eigen's solver is compiled here once; included in a header, it
// would be compiled in every kernel.
#pragma once

#include "math/types.h"

namespace simbench {

template <class Real>
struct SymmetricEigen {
  Vector3<Real> values;   // ascending
  Matrix3<Real> vectors;  // eigenvectors, in its columns

  // `matrix` is symmetric; only its lower triangle is read.
  explicit SymmetricEigen(const Matrix3<Real>& matrix);
  // V diag(values) Vᵀ. A caller may have changed the values.
  Matrix3<Real> matrix() const;
};

}  // namespace simbench

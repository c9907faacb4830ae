// Eigenvalues and eigenvectors of one symmetric 3 × 3 matrix by Eigen, for the few matrices that a kernel of lanes leaves to be done one at a time (replace_unless). Compiled
// once: Eigen's solver in a header would be compiled in every kernel.
#pragma once

#include "math/types.h"

namespace simbench {

template <class Real>
struct SymmetricEigen {
  Vector3<Real> values;   // ascending
  Matrix3<Real> vectors;  // in its columns

  // Of a symmetric matrix, of which it reads the lower triangle.
  explicit SymmetricEigen(const Matrix3<Real>& matrix);
  // V diag(values) Vᵀ, after whoever has changed the values.
  Matrix3<Real> matrix() const;
};

}  // namespace simbench

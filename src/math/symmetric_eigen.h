// Eigenvalues and eigenvectors of one small symmetric matrix, by Eigen, for the matrices that a kernel of
// lanes handles one by one. Eigen's solver is compiled here once, for 3 × 3, 6 × 6 and 9 × 9 matrices;
// included in a header, it would be compiled in every kernel.
#pragma once

#include "math/types.h"

namespace simbench {

template <class Real, int size = 3>
struct SymmetricEigen {
  using Vector = Eigen::Matrix<Real, size, 1>;
  using Matrix = Eigen::Matrix<Real, size, size>;

  Vector values;   // ascending
  Matrix vectors;  // eigenvectors, in its columns

  // `matrix` is symmetric; only its lower triangle is read.
  explicit SymmetricEigen(const Matrix& matrix);
  // V diag(values) Vᵀ. A caller may have changed the values.
  Matrix matrix() const;
};

}  // namespace simbench

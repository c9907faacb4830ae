#include "math/symmetric_eigen.h"

#include <Eigen/Eigenvalues>

namespace simbench {

template <class Real, int size>
SymmetricEigen<Real, size>::SymmetricEigen(const Matrix& matrix) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(matrix);
  values = eigen.eigenvalues();
  vectors = eigen.eigenvectors();
}

template <class Real, int size>
auto SymmetricEigen<Real, size>::matrix() const -> Matrix {
  return vectors * values.asDiagonal() * vectors.transpose();
}

template struct SymmetricEigen<double>;
template struct SymmetricEigen<float>;
template struct SymmetricEigen<double, 9>;
template struct SymmetricEigen<float, 9>;
template struct SymmetricEigen<double, 6>;  // of a pair in contact, as is one of 9

}  // namespace simbench

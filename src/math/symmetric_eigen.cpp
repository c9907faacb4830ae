#include "math/symmetric_eigen.h"

#include <Eigen/Eigenvalues>

namespace simbench {

template <class Real>
SymmetricEigen<Real>::SymmetricEigen(const Matrix3<Real>& matrix) {
  const Eigen::SelfAdjointEigenSolver<Matrix3<Real>> eigen(matrix);
  values = eigen.eigenvalues();
  vectors = eigen.eigenvectors();
}

template <class Real>
Matrix3<Real> SymmetricEigen<Real>::matrix() const {
  return vectors * values.asDiagonal() * vectors.transpose();
}

template struct SymmetricEigen<double>;
template struct SymmetricEigen<float>;

}  // namespace simbench

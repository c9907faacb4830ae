#include "tests/support/dense.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include "tests/support/random.h"

namespace simbench::test {

Eigen::MatrixXd solved(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A.fullPivLu().solve(B);
}

VectorX<double> least_squares(const Eigen::MatrixXd& A, const VectorX<double>& b) {
  return A.colPivHouseholderQr().solve(b);
}

VectorX<double> eigenvalues(const Eigen::MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

bool is_positive_definite(const Eigen::MatrixXd& A) {
  return A.llt().info() == Eigen::Success;
}

double spectral_radius(const Eigen::MatrixXd& A) {
  return Eigen::EigenSolver<Eigen::MatrixXd>(A, false).eigenvalues().cwiseAbs().maxCoeff();
}

VectorX<double> singular_values(const Eigen::MatrixXd& A) {
  return Eigen::JacobiSVD<Eigen::MatrixXd>(A).singularValues();
}

Eigen::MatrixXd with_eigenvalues(const VectorX<double>& eigenvalues, unsigned seed) {
  const Index size = eigenvalues.size();
  const Eigen::MatrixXd Q = Random(seed).matrix(size, size).householderQr().householderQ();
  return Q * eigenvalues.asDiagonal() * Q.transpose();
}

}  // namespace simbench::test

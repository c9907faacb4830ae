#include "math/sparse_cholesky.h"

#include <algorithm>

namespace simbench {

template <class Real>
void SparseCholesky<Real>::analyze(const SparseMatrix<Real>& A) {
  factorisation_.analyzePattern(A);
  workspace_.resize(3 * A.cols());
}

template <class Real>
bool SparseCholesky<Real>::factorize(const SparseMatrix<Real>& A) {
  const Eigen::Map<const VectorX<Real>> values(A.valuePtr(), A.nonZeros());
  if (!values.allFinite()) {
    failure_ = "the system matrix has an entry that is not finite";
    return false;
  }
  factorisation_.factorize(A);
  const VectorX<Real>& diagonal = factorisation_.vectorD();
  if (factorisation_.info() != Eigen::Success || !(diagonal.minCoeff() > 0) || !diagonal.allFinite()) {
    failure_ = "the system matrix is not positive definite";
    return false;
  }
  inverse_diagonal_ = diagonal.cwiseInverse();
  failure_.clear();
  return true;
}

template <class Real>
template <int Components>
void SparseCholesky<Real>::solve_in_place(
    Eigen::Ref<Eigen::Matrix<Real, Components, Eigen::Dynamic>> B) const {
  // Views of Eigen's factor: A = Pᵀ L D Lᵀ P, L with unit diagonal (not stored), column by column.
  const SparseMatrix<Real>& L = factorisation_.matrixL().nestedExpression();
  const auto& order = factorisation_.permutationP().indices();  // unknown i is eliminated as number order[i]
  const int* start = L.outerIndexPtr();
  const int* row = L.innerIndexPtr();
  const Real* value = L.valuePtr();
  const Index n = L.cols();
  Eigen::Map<Eigen::Matrix<Real, Components, Eigen::Dynamic>> X(workspace_.data(), Components, n);

  for (Index i = 0; i < n; ++i) X.col(order[i]) = B.col(i);
  for (Index j = 0; j < n; ++j) {  // L Y = P B
    const Eigen::Matrix<Real, Components, 1> x = X.col(j);
    for (int entry = start[j]; entry < start[j + 1]; ++entry) X.col(row[entry]) -= value[entry] * x;
  }
  for (Index j = n - 1; j >= 0; --j) {  // D Lᵀ Z = Y
    Eigen::Matrix<Real, Components, 1> x = X.col(j) * inverse_diagonal_[j];
    for (int entry = start[j]; entry < start[j + 1]; ++entry) x -= value[entry] * X.col(row[entry]);
    X.col(j) = x;
  }
  for (Index i = 0; i < n; ++i) B.col(i) = X.col(order[i]);
}

template class SparseCholesky<double>;
template class SparseCholesky<float>;
template void SparseCholesky<double>::solve_in_place<1>(
    Eigen::Ref<Eigen::Matrix<double, 1, Eigen::Dynamic>>) const;
template void SparseCholesky<double>::solve_in_place<3>(
    Eigen::Ref<Eigen::Matrix<double, 3, Eigen::Dynamic>>) const;
template void SparseCholesky<float>::solve_in_place<1>(
    Eigen::Ref<Eigen::Matrix<float, 1, Eigen::Dynamic>>) const;
template void SparseCholesky<float>::solve_in_place<3>(
    Eigen::Ref<Eigen::Matrix<float, 3, Eigen::Dynamic>>) const;

}  // namespace simbench

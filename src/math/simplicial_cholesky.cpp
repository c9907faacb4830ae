#include "math/simplicial_cholesky.h"

#include "math/work.h"

namespace simbench {

template <class Real>
bool SimplicialCholesky<Real>::factorize(const Eigen::SparseMatrix<Real>& A) {
  const Eigen::Map<const VectorX<Real>> values(A.valuePtr(), A.nonZeros());
  if (!values.allFinite()) {
    defect_ = MatrixDefect::not_finite;
    return false;
  }
  ++work_done.factorisations;
  factorisation_.compute(A);
  const VectorX<Real>& diagonal = factorisation_.vectorD();
  if (factorisation_.info() != Eigen::Success || !(diagonal.minCoeff() > 0) || !diagonal.allFinite()) {
    defect_ = MatrixDefect::not_positive_definite;
    return false;
  }
  inverse_diagonal_ = diagonal.cwiseInverse();
  workspace_.resize(3, A.cols());
  defect_ = MatrixDefect::none;
  return true;
}

template <class Real>
void SimplicialCholesky<Real>::solve_in_place(Positions<Real>& B) {
  ++work_done.solves;
  // Views of Eigen's factor: A = Pᵀ L D Lᵀ P. L is stored column by column, without its unit diagonal.
  const Eigen::SparseMatrix<Real>& L = factorisation_.matrixL().nestedExpression();
  const auto& order = factorisation_.permutationP().indices();  // unknown i is eliminated as number order[i]
  const int* start = L.outerIndexPtr();
  const int* row = L.innerIndexPtr();
  const Real* value = L.valuePtr();
  const Index n = L.cols();
  Positions<Real>& X = workspace_;

  for (Index i = 0; i < n; ++i) X.col(order[i]) = B.col(i);
  for (Index j = 0; j < n; ++j) {  // L Y = P B
    const Vector3<Real> x = X.col(j);
    for (int entry = start[j]; entry < start[j + 1]; ++entry) X.col(row[entry]) -= value[entry] * x;
  }
  for (Index j = n - 1; j >= 0; --j) {  // D Lᵀ Z = Y
    Vector3<Real> x = X.col(j) * inverse_diagonal_[j];
    for (int entry = start[j]; entry < start[j + 1]; ++entry) x -= value[entry] * X.col(row[entry]);
    X.col(j) = x;
  }
  for (Index i = 0; i < n; ++i) B.col(i) = X.col(order[i]);
}

template class SimplicialCholesky<double>;
template class SimplicialCholesky<float>;

}  // namespace simbench

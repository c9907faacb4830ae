// Solves systems with a symmetric matrix that may be indefinite: if the Cholesky factorisation fails, an LU
// factorisation with pivots follows.
#pragma once

#include "math/multifrontal.h"
#include "math/sparse_lu.h"

namespace simbench {

// Solves A x = b in place. Reads the lower triangle of A, whose pattern `cholesky` has analysed. Returns the
// defect of A: not_finite, or not_positive_definite for a singular A; x then has no meaning.
template <class Real>
MatrixDefect solve_indefinite(Multifrontal<Real>& cholesky, const SparseMatrix<Real>& A, Positions<Real>& x) {
  if (cholesky.solve_once(A, x.reshaped())) return MatrixDefect::none;
  if (cholesky.defect() == MatrixDefect::not_finite) return MatrixDefect::not_finite;
  const SparseMatrix<Real> whole = A.template selfadjointView<Eigen::Lower>();
  SparseLu<Real> factorised;
  if (!factorised.factorize(whole)) return MatrixDefect::not_positive_definite;
  x.reshaped() = factorised.solve(x.reshaped());
  return MatrixDefect::none;
}

}  // namespace simbench

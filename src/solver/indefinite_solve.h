// Systems whose symmetric matrix need not be definite: where Cholesky's method stops, a factorisation with pivots goes on.
#pragma once

#include "math/multifrontal.h"
#include "math/sparse_lu.h"

namespace simbench {

// A x = b in place, by the lower triangle of A, whose pattern `cholesky` has analysed. Returns what is wrong with A: not finite, or
// (not_positive_definite) singular; x is then of no use.
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

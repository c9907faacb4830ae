// Systems whose symmetric matrix need not be definite: where Cholesky's method stops, a factorisation with pivots goes on.
#pragma once

#include <Eigen/SparseLU>

#include "math/multifrontal.h"

namespace simbench {

// A x = b in place, by the lower triangle of A. False if A is singular or not finite.
template <class Real>
bool solve_indefinite(const SparseMatrix<Real>& A, Positions<Real>& x) {
  const SparseMatrix<Real> whole = A.template selfadjointView<Eigen::Lower>();
  Eigen::SparseLU<SparseMatrix<Real>> factorised(whole);
  if (factorised.info() != Eigen::Success) return false;
  x.reshaped() = factorised.solve(VectorX<Real>(x.reshaped()));
  return true;
}

}  // namespace simbench

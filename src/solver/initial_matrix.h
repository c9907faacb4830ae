// The Hessian that a quasi-Newton method begins with.
#pragma once

#include <array>

#include "solver/linear_system.h"

namespace simbench {

// `stiffness` is Projective Dynamics' S. `scaled_identity` is I/γ with γ = sᵀy/yᵀy of a step (Nocedal and Wright 2006, Eq. 7.20; in
// BFGS of the first one alone, Eq. 6.20) and, in the first iteration, 1/γ = max_i Σ_j |S_ij|.
enum class InitialMatrix { stiffness, scaled_identity };

inline constexpr std::array<std::string_view, 2> initial_matrix_words = {"stiffness", "scaled_identity"};

// max_i w_i Σ_j |S_ij|, of positive weights w. S's largest eigenvalue is at most this for w = 1 (Gershgorin), and that of W S for any.
template <class Real>
Real largest_row_sum(const SparseMatrix<Real>& S, const VectorX<Real>& weights) {
  const VectorX<Real> sums = S.cwiseAbs() * VectorX<Real>::Ones(S.cols());
  return sums.cwiseProduct(weights).maxCoeff();
}
template <class Real>
Real largest_row_sum(const SparseMatrix<Real>& S) {
  return largest_row_sum<Real>(S, VectorX<Real>::Ones(S.cols()));
}

}  // namespace simbench

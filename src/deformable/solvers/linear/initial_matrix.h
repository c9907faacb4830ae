// The first Hessian of a quasi-Newton method.
#pragma once

#include <array>

#include "deformable/solvers/linear/linear_system.h"

namespace simbench {

// `stiffness` is Projective Dynamics' S. `scaled_identity` is I/γ with γ = sᵀy/yᵀy. L-BFGS takes γ from
// the last step (Nocedal and Wright 2006, Eq. 7.20), BFGS from the first step (Eq. 6.20). In the first
// iteration 1/γ = max_i Σ_j |S_ij|.
enum class InitialMatrix { stiffness, scaled_identity };

inline constexpr std::array<std::string_view, 2> initial_matrix_words = {"stiffness", "scaled_identity"};

// max_i w_i Σ_j |S_ij| with positive weights w. It is an upper bound of the largest eigenvalue of W S
// (Gershgorin), and of S if w = 1.
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

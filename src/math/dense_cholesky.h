// The Cholesky factorisation of a dense matrix and the solve with its factor, with Eigen's bits. Their
// products are those of subtract_product.h, in wider lanes than Eigen's where the processor has them.
#pragma once

#include "math/subtract_product.h"

namespace simbench {

// Replaces the lower triangle of A by L, A = L Lᵀ. Returns false if A is not positive definite. The triangle
// above the diagonal is neither read nor written.
template <class Real>
bool factorise_in_place(DenseRef<Real> A, bool in_tiles = has_wider_lanes<Real>);

// X ← X L⁻ᵀ for a lower triangle L.
template <class Real>
void solve_on_right(const ConstDenseRef<Real>& L, DenseRef<Real> X, bool in_tiles = has_wider_lanes<Real>);

}  // namespace simbench

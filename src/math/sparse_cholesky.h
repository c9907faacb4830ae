// Sparse Cholesky factorisation of a symmetric positive definite matrix by supernodes, and solves with one or three
// right-hand sides at once.
//
// The factor is kept for solving: for each supernode, with columns s and rows r below them, not L_ss and L_rs of
// A = L D Lᵀ (unit diagonal) but P = [L_ss⁻¹ − I; −L_rs L_ss⁻¹] (selective inversion: Raghavan 1998). Then L Y = B
// is x_{s,r} += P x_s from the leaves of the elimination tree to its roots, and Lᵀ X = D⁻¹ Y is x_s += Pᵀ x_{s,r}
// back again: products without a chain of dependences in a supernode, each of which streams the factor once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "math/multifrontal.h"

namespace simbench {

template <class Real>
class SparseCholesky {
 public:
  // Orders, analyses and factorises A (compressed; only the lower triangle is read). False if A has a non-finite entry or is not
  // positive definite; defect() then says which.
  bool factorize(const SparseMatrix<Real>& A);
  MatrixDefect defect() const { return elimination_.defect(); }
  // How the order of elimination was found; empty before factorize().
  const char* ordering() const { return elimination_.ordering(); }

  // Solves A X = B in place for B given transposed, 3 × n: each row a right-hand side (positions). Allocates nothing. The
  // same bits for any number of threads.
  void solve_in_place(Positions<Real>& B);

  // Bytes of P of all supernodes: what a solve streams twice.
  std::size_t factor_bytes() const { return static_cast<std::size_t>(factor_.size()) * sizeof(Real); }

 private:
  using Matrix = typename Multifrontal<Real>::Matrix;

  // P is stored in panels of 8 rows (4 if the last ones suffice), from the last panel to the first, column by column,
  // and in as many columns as have entries left of the diagonal.
  static Index padded(Index height) { return (height + 3) / 4 * 4; }
  static Index panel_columns(Index width, Index end_row) { return std::min(width, end_row - 1); }

  void find_places();
  void store(int s, Matrix& L);
  void forward(int s);
  void backward(int s);

  Multifrontal<Real> elimination_;
  // The rows of each supernode as places in the workspace, filled up to a multiple of 4 by its last row.
  std::vector<int> place_start_, place_;
  std::vector<Index> panel_start_;  // of each supernode in factor_
  VectorX<Real> factor_;            // P, supernode by supernode
  VectorX<Real> inverse_diagonal_;  // D⁻¹
  // What a subtree adds to rows outside of it goes to places of its own; the first one of each.
  std::vector<Index> subtree_places_;
  VectorX<Real>
      workspace_;  // 4 × places: the right-hand sides in the order of elimination, and subtrees' own
};

}  // namespace simbench

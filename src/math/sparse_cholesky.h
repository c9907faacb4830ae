// Sparse Cholesky factorisation of a symmetric positive definite matrix by supernodes, and solves with three
// right-hand sides at once.
//
// The factor is stored in a form that makes solves fast. A supernode has columns s, and rows r below them.
// With A = L D Lᵀ (unit diagonal) the usual factor keeps L_ss and L_rs; this one keeps P = [L_ss⁻¹ − I; −L_rs
// L_ss⁻¹] (selective inversion: Raghavan 1998). A solve has two passes, and each reads the factor once. The
// first pass solves L Y = B by x_{s,r} += P x_s, from the leaves of the elimination tree to its roots. The
// second pass solves Lᵀ X = D⁻¹ Y by x_s += Pᵀ x_{s,r}, from the roots to the leaves. Within a supernode no
// entry waits for another one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "math/multifrontal.h"

namespace simbench {

template <class Real>
class SparseCholesky {
 public:
  // Orders, analyses and factorises A (compressed; only the lower triangle is read). With block > 1, A
  // consists of dense blocks of that size. Returns false if A has a non-finite entry or is not positive
  // definite; defect() names the reason.
  bool factorize(const SparseMatrix<Real>& A, int block = 1);
  MatrixDefect defect() const { return elimination_.defect(); }
  // The method that found the order of elimination; empty before factorize().
  const char* ordering() const { return elimination_.ordering(); }

  // Solves A X = B in place. B is stored transposed, 3 × n: each row is a right-hand side. Allocates nothing.
  // The bits are the same for any number of threads.
  void solve_in_place(Positions<Real>& B);

  // Bytes of P of all supernodes; a solve reads them twice.
  std::size_t factor_bytes() const { return static_cast<std::size_t>(factor_.size()) * sizeof(Real); }

 private:
  // P is stored column by column in panels of 8 rows (4 if the last rows fit into 4), the last panel first. A
  // panel has only those columns that have entries below the diagonal.
  static Index padded(Index height) { return (height + 3) / 4 * 4; }
  static Index panel_columns(Index width, Index end_row) { return std::min(width, end_row - 1); }

  void find_places();
  void store(int s, MatrixX<Real>& L);
  void forward(int s);
  void backward(int s);

  Multifrontal<Real> elimination_;
  // The rows of each supernode as positions in the workspace. The last row is repeated until their number is
  // a multiple of 4.
  std::vector<int> place_start_, place_;
  std::vector<Index> panel_start_;  // where each supernode starts in factor_
  VectorX<Real> factor_;            // P, supernode by supernode
  VectorX<Real> inverse_diagonal_;  // D⁻¹
  // A subtree collects its sums for rows outside of it at separate positions. This is the first position of
  // each subtree.
  std::vector<Index> subtree_places_;
  // 4 × positions: the right-hand sides in the order of elimination, then the subtrees' positions.
  VectorX<Real> workspace_;
};

}  // namespace simbench

// Sparse Cholesky factorisation of a symmetric positive definite matrix by supernodes, and solves with three
// right-hand sides at once.
//
// The factor is stored in a form that makes solves fast. A supernode has columns s, and rows r below them.
// With A = L D Lᵀ (unit diagonal) the usual factor keeps L_ss and L_rs; this one keeps P = [L_ss⁻¹ − I; −L_rs
// L_ss⁻¹] (selective inversion: Raghavan 1998). A solve has two passes, and each reads the factor once. The
// first pass solves L Y = B by x_{s,r} += P x_s, from the leaves of the elimination tree to its roots. The
// second pass solves Lᵀ X = D⁻¹ Y by x_s += Pᵀ x_{s,r}, from the roots to the leaves. Within a supernode no
// entry waits for another one. The inverse of a wide supernode would take more time than its solves repay, so
// its columns are cut into blocks, and each has its own L_ss and P:
//
//      │ P₀ │
//      │    │ P₁ │       block 1 begins at its own diagonal
//      │    │    │ …
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
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

  // Some consecutive columns of a supernode. Its rows are those of the supernode from its first column on.
  struct Block {
    int first, width, height;
    int place_start;    // where its rows start in place_
    Index panel_start;  // where its panels start in factor_
  };

  void find_blocks();
  void find_places();
  void store(int s, typename Multifrontal<Real>::Columns& columns);
  void store(const Block& block, Eigen::Ref<MatrixX<Real>> L);
  void forward(const Block& block);
  void backward(const Block& block);
  std::span<const Block> blocks_of(int begin, int end) const {  // of the supernodes [begin, end)
    return std::span(blocks_).subspan(block_start_[begin], block_start_[end] - block_start_[begin]);
  }

  Multifrontal<Real> elimination_;
  std::vector<int> block_start_;  // where each supernode's blocks start; supernodes + 1 entries
  std::vector<Block> blocks_;     // at the end, one that only says where the last panel ends
  std::vector<int> top_blocks_;   // of the supernodes above all subtrees
  // The rows of each block as positions in the workspace. The last row is repeated until their number is a
  // multiple of 4.
  std::vector<int> place_;
  VectorX<Real> factor_;            // P, block by block
  VectorX<Real> inverse_diagonal_;  // D⁻¹
  // A subtree collects its sums for rows outside of it at separate positions. This is the first position of
  // each subtree.
  std::vector<Index> subtree_places_;
  // 4 × positions: the right-hand sides in the order of elimination, then the subtrees' positions.
  VectorX<Real> workspace_;
};

}  // namespace simbench

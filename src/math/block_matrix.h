// A sparse symmetric matrix of 3 × 3 blocks, for Newton's Hessian. Each pair of vertices that share an
// element has a block; couple() adds other pairs. Only the blocks on and below the diagonal are stored.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "math/sparse_matrix.h"
#include "math/types.h"

namespace simbench {

template <class Real>
class BlockMatrix {
 public:
  // `elements` lists the vertices that each element couples. `isolated` has one entry per vertex, or is
  // empty. A vertex whose entry is not zero is coupled with nothing: add() ignores its blocks, and its
  // diagonal block holds only what add_diagonal() adds.
  BlockMatrix(Index vertex_count, const std::vector<std::span<const int>>& elements,
              std::vector<char> isolated = {});

  // Whether a block at (row_vertex, column_vertex), on or below the diagonal, has a place, or is ignored.
  bool couples(int row_vertex, int column_vertex) const;
  // Makes places for these blocks, on or below the diagonal, too. All numbers become zero.
  void couple(const std::vector<std::array<int, 2>>& pairs);

  void set_zero() { matrix_.coeffs().setZero(); }
  // Adds a block at (row_vertex, column_vertex). Blocks above the diagonal are ignored: the matrix is
  // symmetric.
  void add(int row_vertex, int column_vertex, const Matrix3<Real>& block) {
    if (row_vertex < column_vertex || is_isolated(row_vertex) || is_isolated(column_vertex)) return;
    add_stored(row_vertex, column_vertex, block);
  }
  // Adds value · I to the vertex's diagonal block.
  void add_diagonal(int vertex, Real value) { add_stored(vertex, vertex, value * Matrix3<Real>::Identity()); }

  // The block of a vertex with itself.
  Matrix3<Real> diagonal_block(int vertex) const;

  // 3 n × 3 n. Only its lower triangle is valid; the diagonal blocks are stored whole.
  const SparseMatrix<Real>& matrix() const { return matrix_; }

 private:
  // The pattern from the rows of each block column, in any order; sorts them.
  void build(std::vector<std::vector<int>>& rows);
  bool is_isolated(int vertex) const { return !isolated_.empty() && isolated_[vertex]; }
  // Adds to a block of the pattern on or below the diagonal.
  void add_stored(int row_vertex, int column_vertex, const Matrix3<Real>& block);

  SparseMatrix<Real> matrix_;
  std::vector<int> block_start_;  // where each block column starts in block_row_
  std::vector<int> block_row_;    // ascending within a column
  std::vector<char> isolated_;    // one entry per vertex, or empty
};

}  // namespace simbench

// A sparse symmetric matrix of 3 × 3 blocks with a fixed pattern, as Newton's Hessian needs it: one block a
// pair of vertices that share an element. Only the blocks on and below the diagonal are kept.
#pragma once

#include <span>
#include <vector>

#include "math/sparse_cholesky.h"
#include "math/types.h"

namespace simbench {

template <class Real>
class BlockMatrix {
 public:
  // `elements`: for each element the vertices it couples. Vertices with a non-zero number in `isolated` (empty: none) are coupled
  // with nothing: add() leaves their blocks out, and their diagonal block has what add_diagonal() gives it.
  BlockMatrix(Index vertex_count, const std::vector<std::span<const int>>& elements,
              std::vector<char> isolated = {});

  void set_zero() { matrix_.coeffs().setZero(); }
  // Adds a block at (row_vertex, column_vertex); blocks above the diagonal are left out, their mirror images
  // count.
  void add(int row_vertex, int column_vertex, const Matrix3<Real>& block) {
    if (row_vertex < column_vertex || is_isolated(row_vertex) || is_isolated(column_vertex)) return;
    add_stored(row_vertex, column_vertex, block);
  }
  // Adds the value to the diagonal of a vertex's diagonal block.
  void add_diagonal(int vertex, Real value) { add_stored(vertex, vertex, value * Matrix3<Real>::Identity()); }

  // 3 n × 3 n; its lower triangle is the matrix (the diagonal blocks are stored whole).
  const SparseMatrix<Real>& matrix() const { return matrix_; }

 private:
  bool is_isolated(int vertex) const { return !isolated_.empty() && isolated_[vertex]; }
  // A block of the pattern, on or below the diagonal.
  void add_stored(int row_vertex, int column_vertex, const Matrix3<Real>& block);

  SparseMatrix<Real> matrix_;
  std::vector<int> block_start_;  // of each block column, into block_row_
  std::vector<int> block_row_;    // ascending within a column
  std::vector<char> isolated_;    // by vertex, or empty
};

}  // namespace simbench

#include "math/block_matrix.h"

#include <algorithm>

namespace simbench {

template <class Real>
BlockMatrix<Real>::BlockMatrix(Index vertex_count, const std::vector<std::span<const int>>& elements,
                               std::vector<char> isolated)
    : isolated_(std::move(isolated)) {
  std::vector<std::vector<int>> rows(vertex_count);
  for (int vertex = 0; vertex < vertex_count; ++vertex) rows[vertex].push_back(vertex);
  for (const std::span<const int> element : elements) {
    for (const int column : element) {
      for (const int row : element) {
        if (row > column && !is_isolated(row) && !is_isolated(column)) rows[column].push_back(row);
      }
    }
  }
  build(rows);
}

template <class Real>
void BlockMatrix<Real>::build(std::vector<std::vector<int>>& rows) {
  block_start_.assign(1, 0);
  block_row_.clear();
  for (std::vector<int>& column : rows) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    block_row_.insert(block_row_.end(), column.begin(), column.end());
    block_start_.push_back(static_cast<int>(block_row_.size()));
  }

  const Index vertex_count = static_cast<Index>(rows.size());
  matrix_ = SparseMatrix<Real>(3 * vertex_count, 3 * vertex_count);
  matrix_.reserve(9 * static_cast<Index>(block_row_.size()));
  for (Index vertex = 0; vertex < vertex_count; ++vertex) {
    for (int component = 0; component < 3; ++component) {
      const int column = static_cast<int>(3 * vertex + component);
      matrix_.startVec(column);
      for (const int row : rows[vertex]) {
        for (int i = 0; i < 3; ++i) matrix_.insertBack(3 * row + i, column) = 0;
      }
    }
  }
  matrix_.finalize();
}

template <class Real>
bool BlockMatrix<Real>::couples(int row_vertex, int column_vertex) const {
  if (is_isolated(row_vertex) || is_isolated(column_vertex)) return true;
  const auto begin = block_row_.begin();
  return std::binary_search(begin + block_start_[column_vertex], begin + block_start_[column_vertex + 1],
                            row_vertex);
}

template <class Real>
void BlockMatrix<Real>::couple(const std::vector<std::array<int, 2>>& pairs) {
  std::vector<std::vector<int>> rows(block_start_.size() - 1);
  for (std::size_t column = 0; column < rows.size(); ++column)
    rows[column].assign(block_row_.begin() + block_start_[column],
                        block_row_.begin() + block_start_[column + 1]);
  for (const auto& [row, column] : pairs) rows[column].push_back(row);
  build(rows);
}

template <class Real>
void BlockMatrix<Real>::add_stored(int row_vertex, int column_vertex, const Matrix3<Real>& block) {
  const int* begin = block_row_.data() + block_start_[column_vertex];
  const int* end = block_row_.data() + block_start_[column_vertex + 1];
  const Index position = std::lower_bound(begin, end, row_vertex) - begin;
  for (int component = 0; component < 3; ++component) {
    Real* column = matrix_.valuePtr() + matrix_.outerIndexPtr()[3 * column_vertex + component];
    Eigen::Map<Vector3<Real>>(column + 3 * position) += block.col(component);
  }
}

template <class Real>
Matrix3<Real> BlockMatrix<Real>::diagonal_block(int vertex) const {
  Matrix3<Real> result;  // the block is the first of its column
  for (int component = 0; component < 3; ++component)
    result.col(component) =
        Eigen::Map<const Vector3<Real>>(matrix_.valuePtr() + matrix_.outerIndexPtr()[3 * vertex + component]);
  return result;
}

template class BlockMatrix<double>;
template class BlockMatrix<float>;

}  // namespace simbench

#include "math/sparse_cholesky.h"

#include <algorithm>

#include "math/work.h"

namespace simbench {

template <class Real>
bool SparseCholesky<Real>::factorize(const SparseMatrix<Real>& A, int block) {
  ++work_done.factorisations;
  elimination_.analyze(A, block);
  find_blocks();
  find_places();
  inverse_diagonal_.resize(A.cols());
  return elimination_.eliminate(A, [&](int s, auto& columns) { this->store(s, columns); });
}

// Cuts the supernodes into blocks of at most 256 columns, and sets where each block is stored.
template <class Real>
void SparseCholesky<Real>::find_blocks() {
  constexpr Index widest = 256;
  const Supernodes& nodes = elimination_.supernodes();
  blocks_.clear();
  block_start_.assign(1, 0);
  Block block{};
  for (int s = 0; s < nodes.count(); ++s) {
    for (Index column = 0; column < nodes.width(s); column += widest) {
      block.first = static_cast<int>(nodes.first[s] + column);
      block.width = static_cast<int>(std::min(widest, nodes.width(s) - column));
      block.height = static_cast<int>(nodes.height(s) - column);
      blocks_.push_back(block);
      const Index rows = padded(block.height);
      for (Index begin = 0; begin < rows; begin += 8) {
        const Index end = std::min(begin + 8, rows);
        block.panel_start += (end - begin) * panel_columns(block.width, end);
      }
      block.place_start += static_cast<int>(rows);
    }
    block_start_.push_back(static_cast<int>(blocks_.size()));
  }
  blocks_.push_back(block);
  top_blocks_.clear();
  for (const int s : elimination_.top())
    for (int b = block_start_[s]; b < block_start_[s + 1]; ++b) top_blocks_.push_back(b);
  place_.resize(block.place_start);
  factor_.resize(block.panel_start);
}

// Sets where each block finds its rows in the workspace.
template <class Real>
void SparseCholesky<Real>::find_places() {
  const Supernodes& nodes = elimination_.supernodes();
  std::vector<int> place(nodes.order.size());
  for (int column = 0; column < static_cast<int>(place.size()); ++column) place[column] = column;
  const auto set_places = [&](int s) {
    for (const Block& block : blocks_of(s, s + 1)) {
      const int* rows = nodes.rows(s) + (block.first - nodes.first[s]);
      for (Index i = 0; i < padded(block.height); ++i)
        place_[block.place_start + i] = place[rows[std::min<Index>(i, block.height - 1)]];
    }
  };
  for (const int s : elimination_.top()) set_places(s);
  Index places = static_cast<Index>(place.size());
  subtree_places_.clear();
  for (const auto& subtree : elimination_.subtrees()) {
    subtree_places_.push_back(places);
    for (const int row : nodes.rows_below(subtree.end - 1)) place[row] = static_cast<int>(places++);
    for (int s = subtree.begin; s < subtree.end; ++s) set_places(s);
  }
  workspace_.resize(4 * places);
}

template <class Real>
void SparseCholesky<Real>::store(int s, typename Multifrontal<Real>::Columns& columns) {
  for (const Block& block : blocks_of(s, s + 1)) {
    const Index begin = block.first - elimination_.supernodes().first[s];
    store(block, columns.block(begin, begin, block.height, block.width));
  }
}

// Scales the columns [L_ss; L_rs] of A = L Lᵀ to a unit diagonal, turns them into [L_ss⁻¹ − I; −L_rs L_ss⁻¹],
// and stores the result.
template <class Real>
void SparseCholesky<Real>::store(const Block& block, Eigen::Ref<MatrixX<Real>> L) {
  constexpr Index at_once = 64;  // columns of the inverse that are computed at once
  const Index width = block.width, height = block.height;
  const auto L_ss = L.topRows(width);
  auto L_rs = L.bottomRows(height - width);
  MatrixX<Real> inverse = MatrixX<Real>::Zero(width, width);
  for (Index k = 0; k < width; k += at_once) {
    const Index columns = std::min(at_once, width - k), rows = width - k;
    auto target = inverse.block(k, k, rows, columns);
    target.topRows(columns).diagonal().setOnes();
    L_ss.bottomRightCorner(rows, rows).template triangularView<Eigen::Lower>().solveInPlace(target);
    const MatrixX<Real> product =
        L_rs.rightCols(rows) * target;  // reads the columns that the next line overwrites
    L_rs.middleCols(k, columns) = -product;
  }
  inverse_diagonal_.segment(block.first, width) = inverse.diagonal().cwiseAbs2();
  inverse = L_ss.diagonal().asDiagonal() * inverse;

  Real* target = factor_.data() + block.panel_start;
  const Index rows = padded(height);
  for (Index begin = (rows - 1) / 8 * 8; begin >= 0; begin -= 8) {
    const Index end = std::min(begin + 8, rows);
    if (begin >= width && end <= height && end == begin + 8) {  // most panels
      for (Index column = 0; column < width; ++column, target += 8) std::copy_n(&L(begin, column), 8, target);
      continue;
    }
    for (Index column = 0; column < panel_columns(width, end); ++column) {
      for (Index i = begin; i < end; ++i, ++target) {
        *target = i <= column || i >= height ? Real(0) : i < width ? inverse(i, column) : L(i, column);
      }
    }
  }
}

template class SparseCholesky<double>;
template class SparseCholesky<float>;

}  // namespace simbench

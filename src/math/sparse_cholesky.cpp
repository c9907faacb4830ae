#include "math/sparse_cholesky.h"

#include <algorithm>

#include "math/work.h"

namespace simbench {

template <class Real>
bool SparseCholesky<Real>::factorize(const SparseMatrix<Real>& A, int block) {
  ++work_done.factorisations;
  elimination_.analyze(A, block);
  find_places();
  factor_.resize(panel_start_.back());
  inverse_diagonal_.resize(A.cols());
  return elimination_.eliminate(A, [this](int s, MatrixX<Real>& columns) { store(s, columns); });
}

// Sets where each supernode finds its rows in the workspace.
template <class Real>
void SparseCholesky<Real>::find_places() {
  const Supernodes& nodes = elimination_.supernodes();
  place_start_.assign(1, 0);
  panel_start_.assign(1, 0);
  for (int s = 0; s < nodes.count(); ++s) {
    const Index rows = padded(nodes.height(s));
    place_start_.push_back(static_cast<int>(place_start_.back() + rows));
    Index entries = 0;
    for (Index begin = 0; begin < rows; begin += 8) {
      const Index end = std::min(begin + 8, rows);
      entries += (end - begin) * panel_columns(nodes.width(s), end);
    }
    panel_start_.push_back(panel_start_.back() + entries);
  }

  place_.resize(place_start_.back());
  std::vector<int> place(nodes.order.size());
  for (int column = 0; column < static_cast<int>(place.size()); ++column) place[column] = column;
  const auto set_places = [&](int s) {
    for (Index i = 0; i < place_start_[s + 1] - place_start_[s]; ++i) {
      place_[place_start_[s] + i] = place[nodes.rows(s)[std::min(i, nodes.height(s) - 1)]];
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

// Scales the columns [L_ss; L_rs] of A = L Lᵀ to a unit diagonal, turns them into [L_ss⁻¹ − I; −L_rs L_ss⁻¹],
// and stores the result.
template <class Real>
void SparseCholesky<Real>::store(int s, MatrixX<Real>& L) {
  constexpr Index block = 64;  // columns of the inverse that are computed at once
  const Index width = elimination_.supernodes().width(s), height = elimination_.supernodes().height(s);
  const auto L_ss = L.topRows(width);
  auto L_rs = L.bottomRows(height - width);
  MatrixX<Real> inverse = MatrixX<Real>::Zero(width, width);
  for (Index k = 0; k < width; k += block) {
    const Index columns = std::min(block, width - k), rows = width - k;
    auto target = inverse.block(k, k, rows, columns);
    target.topRows(columns).setIdentity();
    L_ss.bottomRightCorner(rows, rows).template triangularView<Eigen::Lower>().solveInPlace(target);
    const MatrixX<Real> product =
        L_rs.rightCols(rows) * target;  // reads the columns that the next line overwrites
    L_rs.middleCols(k, columns) = -product;
  }
  inverse_diagonal_.segment(elimination_.supernodes().first[s], width) = inverse.diagonal().cwiseAbs2();
  inverse = L_ss.diagonal().asDiagonal() * inverse;

  Real* target = factor_.data() + panel_start_[s];
  const Index rows = padded(height);
  for (Index begin = (rows - 1) / 8 * 8; begin >= 0; begin -= 8) {
    const Index end = std::min(begin + 8, rows);
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

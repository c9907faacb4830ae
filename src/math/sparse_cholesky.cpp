#include "math/sparse_cholesky.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "math/parallel.h"

namespace simbench {

namespace {

// The neighbours of each group of `block` unknowns, from the lower triangle of A.
template <class Real>
AdjacencyGraph adjacency(const SparseMatrix<Real>& A, int block) {
  const int vertices = static_cast<int>(A.cols()) / block;
  AdjacencyGraph graph;
  graph.start.assign(vertices + 1, 0);
  const auto for_each_edge = [&](const auto& body) {
    for (int column = 0; column < vertices; ++column) {
      for (typename SparseMatrix<Real>::InnerIterator entry(A, block * column); entry; ++entry) {
        const int row = static_cast<int>(entry.row()) / block;
        if (entry.row() % block == 0 && row > column) body(row, column);
      }
    }
  };
  for_each_edge([&](int row, int column) { ++graph.start[row + 1], ++graph.start[column + 1]; });
  for (int vertex = 0; vertex < vertices; ++vertex) graph.start[vertex + 1] += graph.start[vertex];
  graph.neighbour.resize(graph.start.back());
  std::vector<int> next(graph.start.begin(), graph.start.end() - 1);
  for_each_edge([&](int row, int column) {
    graph.neighbour[next[row]++] = column;
    graph.neighbour[next[column]++] = row;
  });
  return graph;
}

}  // namespace

template <class Real>
void SparseCholesky<Real>::analyze(const SparseMatrix<Real>& A, int block) {
  supernodes_ = find_supernodes(adjacency(A, block), block);
  find_subtrees();
  find_places();
  find_entries(A);
  factor_.resize(panel_start_.back());
  inverse_diagonal_.resize(A.cols());
}

// Cuts the elimination tree into subtrees, the largest first, until none has more than 0.3 of the factor. What
// they are depends on the matrix alone. Small matrices are not worth a thread.
template <class Real>
void SparseCholesky<Real>::find_subtrees() {
  constexpr double worth_threads = 2e5, largest_share = 0.3, smallest_share = 0.01;
  const int count = supernodes_.count();
  std::vector<double> entries(count, 0);  // of each subtree
  std::vector<int> begin(count);          // its first supernode
  double total = 0;
  std::vector<int> roots;
  for (int s = 0; s < count; ++s) {
    const double own = static_cast<double>(supernodes_.width(s) * supernodes_.height(s));
    entries[s] += own;
    total += own;
    begin[s] = s;
    for (int child = supernodes_.first_child[s]; child >= 0; child = supernodes_.sibling[child]) {
      begin[s] = std::min(begin[s], begin[child]);
      entries[s] += entries[child];
    }
    if (supernodes_.parent[s] < 0) roots.push_back(s);
  }
  subtrees_.clear();
  std::vector<bool> in_subtree(count, false);
  for (std::size_t i = 0; total > worth_threads && i < roots.size(); ++i) {
    const int root = roots[i];
    if (entries[root] > largest_share * total) {
      for (int child = supernodes_.first_child[root]; child >= 0; child = supernodes_.sibling[child]) {
        roots.push_back(child);
      }
    } else if (entries[root] > smallest_share * total) {
      subtrees_.push_back({begin[root], root + 1, 0});
      std::fill(in_subtree.begin() + begin[root], in_subtree.begin() + root + 1, true);
    }
  }
  top_.clear();
  for (int s = 0; s < count; ++s) {
    if (!in_subtree[s]) top_.push_back(s);
  }
}

// Where each supernode finds its rows in its parent and in the workspace.
template <class Real>
void SparseCholesky<Real>::find_places() {
  const Supernodes& nodes = supernodes_;
  parent_row_.assign(nodes.row.size(), 0);
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
    if (nodes.parent[s] < 0) continue;
    const int* above = nodes.rows(nodes.parent[s]);
    int number = 0;
    for (int i = nodes.row_start[s] + static_cast<int>(nodes.width(s)); i < nodes.row_start[s + 1]; ++i) {
      while (above[number] < nodes.row[i]) ++number;
      parent_row_[i] = number;
    }
  }

  place_.resize(place_start_.back());
  std::vector<int> place(nodes.order.size());
  for (int column = 0; column < static_cast<int>(place.size()); ++column) place[column] = column;
  const auto set_places = [&](int s) {
    for (Index i = 0; i < place_start_[s + 1] - place_start_[s]; ++i) {
      place_[place_start_[s] + i] = place[nodes.rows(s)[std::min(i, nodes.height(s) - 1)]];
    }
  };
  for (const int s : top_) set_places(s);
  Index places = static_cast<Index>(place.size());
  for (Subtree& subtree : subtrees_) {
    const int root = subtree.end - 1;
    subtree.places = places;
    for (Index i = nodes.width(root); i < nodes.height(root); ++i) {
      place[nodes.rows(root)[i]] = static_cast<int>(places++);
    }
    for (int s = subtree.begin; s < subtree.end; ++s) set_places(s);
  }
  workspace_.resize(4 * places);
}

template <class Real>
void SparseCholesky<Real>::find_entries(const SparseMatrix<Real>& A) {
  const Supernodes& nodes = supernodes_;
  const int n = static_cast<int>(A.cols());
  std::vector<int> number(n), supernode(n);
  for (int k = 0; k < n; ++k) number[nodes.order[k]] = k;
  for (int s = 0; s < nodes.count(); ++s) {
    std::fill(supernode.begin() + nodes.first[s], supernode.begin() + nodes.first[s + 1], s);
  }
  // body(entry, its column and row in the factor)
  const auto for_each_entry = [&](const auto& body) {
    for (int j = 0; j < n; ++j) {
      for (int entry = A.outerIndexPtr()[j]; entry < A.outerIndexPtr()[j + 1]; ++entry) {
        const int i = A.innerIndexPtr()[entry];
        if (i >= j) body(entry, std::min(number[i], number[j]), std::max(number[i], number[j]));
      }
    }
  };
  entry_start_.assign(nodes.count() + 1, 0);
  for_each_entry([&](int, int column, int) { ++entry_start_[supernode[column] + 1]; });
  for (int s = 0; s < nodes.count(); ++s) entry_start_[s + 1] += entry_start_[s];
  entry_source_.resize(entry_start_.back());
  entry_target_.resize(entry_start_.back());
  std::vector<int> next(entry_start_.begin(), entry_start_.end() - 1);
  for_each_entry([&](int entry, int column, int row) {
    const int s = supernode[column];
    const int* rows = nodes.rows(s);
    const Index i = std::lower_bound(rows, rows + nodes.height(s), row) - rows;
    entry_source_[next[s]] = entry;
    entry_target_[next[s]++] = static_cast<int>(i + nodes.height(s) * (column - nodes.first[s]));
  });
}

template <class Real>
bool SparseCholesky<Real>::factorize(const SparseMatrix<Real>& A) {
  failure_.clear();
  if (!Eigen::Map<const VectorX<Real>>(A.valuePtr(), A.nonZeros()).allFinite()) {
    failure_ = "the system matrix has an entry that is not finite";
    return false;
  }
  std::vector<Matrix> updates(supernodes_.count());
  std::vector<char> definite(subtrees_.size() + 1, true);
  parallel_tasks(static_cast<Index>(subtrees_.size()), [&](Index t) {
    for (int s = subtrees_[t].begin; s < subtrees_[t].end && definite[t]; ++s) {
      definite[t] = eliminate(s, A, updates);
    }
  });
  bool all_definite = std::all_of(definite.begin(), definite.end(), [](char d) { return d; });
  for (std::size_t i = 0; i < top_.size() && all_definite; ++i) all_definite = eliminate(top_[i], A, updates);
  if (!all_definite) failure_ = "the system matrix is not positive definite";
  return all_definite;
}

// One step of the multifrontal method (Duff and Reid 1983; Liu 1992): the supernode's columns of the matrix and what
// its children subtract are eliminated; what it subtracts itself waits for its parent in updates[s] (lower triangle).
template <class Real>
bool SparseCholesky<Real>::eliminate(int s, const SparseMatrix<Real>& A, std::vector<Matrix>& updates) {
  const Index width = supernodes_.width(s), below = supernodes_.height(s) - width;
  Matrix L = Matrix::Zero(width + below, width);
  for (int i = entry_start_[s]; i < entry_start_[s + 1]; ++i) {
    L.data()[entry_target_[i]] += A.valuePtr()[entry_source_[i]];
  }
  Matrix& update = updates[s] = Matrix::Zero(below, below);
  for (int child = supernodes_.first_child[s]; child >= 0; child = supernodes_.sibling[child]) {
    const int* row = parent_row_.data() + supernodes_.row_start[child] + supernodes_.width(child);
    for (Index j = 0; j < updates[child].cols(); ++j) {
      Real* column = row[j] < width ? L.col(row[j]).data() : update.col(row[j] - width).data() - width;
      const Real* source = updates[child].col(j).data();
      for (Index i = j; i < updates[child].rows(); ++i) column[row[i]] += source[i];
    }
    updates[child].resize(0, 0);
  }

  Eigen::Ref<Matrix> L_ss = L.topRows(width), L_rs = L.bottomRows(below);
  const Eigen::LLT<Eigen::Ref<Matrix>> factorisation(L_ss);
  if (factorisation.info() != Eigen::Success || !L_ss.diagonal().allFinite()) return false;
  if (below > 0) {
    L_ss.template triangularView<Eigen::Lower>().transpose().template solveInPlace<Eigen::OnTheRight>(L_rs);
    update.template selfadjointView<Eigen::Lower>().rankUpdate(L_rs, -1);
  }
  store(s, L);
  return true;
}

// Turns the columns [L_ss; L_rs] of A = L Lᵀ into [L_ss⁻¹ − I; −L_rs L_ss⁻¹] for the L of unit diagonal, and stores them.
template <class Real>
void SparseCholesky<Real>::store(int s, Eigen::Ref<Matrix> L) {
  constexpr Index block = 64;  // columns of the inverse that are computed together
  const Index width = supernodes_.width(s), height = supernodes_.height(s);
  const auto L_ss = L.topRows(width);
  auto L_rs = L.bottomRows(height - width);
  Matrix inverse = Matrix::Zero(width, width);
  for (Index k = 0; k < width; k += block) {
    const Index columns = std::min(block, width - k), rows = width - k;
    auto target = inverse.block(k, k, rows, columns);
    target.topRows(columns).setIdentity();
    L_ss.bottomRightCorner(rows, rows).template triangularView<Eigen::Lower>().solveInPlace(target);
    const Matrix product = L_rs.rightCols(rows) * target;  // reads the columns that the next line overwrites
    L_rs.middleCols(k, columns) = -product;
  }
  inverse_diagonal_.segment(supernodes_.first[s], width) = inverse.diagonal().cwiseAbs2();
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

#include "math/multifrontal.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "math/parallel.h"
#include "math/work.h"

namespace simbench {

namespace {

// Couplings of each group of `block` unknowns, from the lower triangle of A.
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
void Multifrontal<Real>::analyze(const SparseMatrix<Real>& A, int block) {
  supernodes_ = find_supernodes(adjacency(A, block), block);
  find_subtrees();
  find_parent_rows();
  find_entries(A);
}

// Cuts the elimination tree into subtrees, the largest first, until none has more than 0.3 of the factor's
// entries. The result depends only on the matrix, not on the number of threads. Small matrices stay whole,
// because threads would not make them faster.
template <class Real>
void Multifrontal<Real>::find_subtrees() {
  constexpr double worth_threads = 2e5, largest_share = 0.3, smallest_share = 0.01;
  const int count = supernodes_.count();
  std::vector<double> entries(count, 0);  // of the subtree below each supernode
  std::vector<int> begin(count);          // the subtree's first supernode
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
      subtrees_.push_back({begin[root], root + 1});
      std::fill(in_subtree.begin() + begin[root], in_subtree.begin() + root + 1, true);
    }
  }
  top_.clear();
  for (int s = 0; s < count; ++s) {
    if (!in_subtree[s]) top_.push_back(s);
  }
}

template <class Real>
void Multifrontal<Real>::find_parent_rows() {
  const Supernodes& nodes = supernodes_;
  parent_row_.assign(nodes.row.size(), 0);
  for (int s = 0; s < nodes.count(); ++s) {
    if (nodes.parent[s] < 0) continue;
    const int* above = nodes.rows(nodes.parent[s]);
    int number = 0;
    for (const int& row : nodes.rows_below(s)) {
      while (above[number] < row) ++number;
      parent_row_[&row - nodes.row.data()] = number;
    }
  }
}

template <class Real>
void Multifrontal<Real>::find_entries(const SparseMatrix<Real>& A) {
  const Supernodes& nodes = supernodes_;
  const int n = static_cast<int>(A.cols());
  std::vector<int> number(n), supernode(n);
  for (int k = 0; k < n; ++k) number[nodes.order[k]] = k;
  for (int s = 0; s < nodes.count(); ++s) {
    std::fill(supernode.begin() + nodes.first[s], supernode.begin() + nodes.first[s + 1], s);
  }
  // Calls body(entry, its column in the factor, its row in the factor).
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
bool Multifrontal<Real>::eliminate(const SparseMatrix<Real>& A, const Keep& keep) {
  defect_ = MatrixDefect::none;
  if (!Eigen::Map<const VectorX<Real>>(A.valuePtr(), A.nonZeros()).allFinite()) {
    defect_ = MatrixDefect::not_finite;
    return false;
  }
  std::vector<Matrix> updates(supernodes_.count());
  std::vector<char> definite(subtrees_.size() + 1, true);
  parallel_tasks(static_cast<Index>(subtrees_.size()), [&](Index t) {
    for (int s = subtrees_[t].begin; s < subtrees_[t].end && definite[t]; ++s) {
      definite[t] = eliminate(s, A, updates, keep);
    }
  });
  bool all_definite = std::all_of(definite.begin(), definite.end(), [](char d) { return d; });
  for (std::size_t i = 0; i < top_.size() && all_definite; ++i) {
    all_definite = eliminate(top_[i], A, updates, keep);
  }
  if (!all_definite) defect_ = MatrixDefect::not_positive_definite;
  return all_definite;
}

// Eliminates a supernode: its columns of A plus the updates of its children. Stores the update of its
// ancestors in updates[s] (lower triangle); its parent adds that update.
template <class Real>
bool Multifrontal<Real>::eliminate(int s, const SparseMatrix<Real>& A, std::vector<Matrix>& updates,
                                   const Keep& keep) const {
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
  // L_rs and the update are computed in blocks of rows, which threads share. The bits of a block do not
  // depend on the thread.
  constexpr Index block = 128;
  const auto for_each_block = [&](const auto& body) {
    parallel_tasks((below + block - 1) / block,
                   [&](Index b) { body(b * block, std::min(block, below - b * block)); });
  };
  for_each_block([&](Index begin, Index rows) {
    L_ss.template triangularView<Eigen::Lower>().transpose().template solveInPlace<Eigen::OnTheRight>(
        L_rs.middleRows(begin, rows));
  });
  for_each_block([&](Index begin, Index rows) {
    const auto L_block = L_rs.middleRows(begin, rows);
    const Index rest = below - begin - rows;
    update.block(begin, begin, rows, rows).template selfadjointView<Eigen::Lower>().rankUpdate(L_block, -1);
    update.block(begin + rows, begin, rest, rows).noalias() -= L_rs.bottomRows(rest) * L_block.transpose();
  });
  keep(s, L);
  return true;
}

template <class Real>
bool Multifrontal<Real>::solve_once(const SparseMatrix<Real>& A, Eigen::Ref<VectorX<Real>> x) {
  columns_.resize(supernodes_.count());
  ++work_done.factorisations;
  if (!eliminate(A, [&](int s, Matrix& columns) { columns_[s].swap(columns); })) return false;
  ++work_done.solves;
  const Supernodes& nodes = supernodes_;
  VectorX<Real> ordered = x(nodes.order);
  const auto own = [&](int s) { return ordered.segment(nodes.first[s], nodes.width(s)); };
  const auto below = [&](int s) { return ordered(nodes.rows_below(s)); };
  for (int s = 0; s < nodes.count(); ++s) {  // L y = b
    const Index width = nodes.width(s);
    columns_[s].topRows(width).template triangularView<Eigen::Lower>().solveInPlace(own(s));
    below(s) -= columns_[s].bottomRows(nodes.height(s) - width) * own(s);
  }
  for (int s = nodes.count() - 1; s >= 0; --s) {  // Lᵀ x = y
    const Index width = nodes.width(s);
    own(s) -= columns_[s].bottomRows(nodes.height(s) - width).transpose() * below(s);
    columns_[s].topRows(width).template triangularView<Eigen::Lower>().transpose().solveInPlace(own(s));
  }
  x(nodes.order) = ordered;
  return true;
}

template class Multifrontal<double>;
template class Multifrontal<float>;

}  // namespace simbench

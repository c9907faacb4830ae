// The analysis of multifrontal.h.
#include "math/multifrontal.h"

#include <algorithm>
#include <cassert>
#include <type_traits>

namespace simbench {

namespace {

// Calls body(block) with a constant in place of the usual numbers, by which divisions are fast.
template <class Body>
auto with_constant(int block, const Body& body) {
  if (block == 1) return body(std::integral_constant<int, 1>());
  if (block == 3) return body(std::integral_constant<int, 3>());
  return body(block);
}

// Couplings of each group of `block` unknowns, from the lower triangle of A.
template <class Real, class Block>
AdjacencyGraph adjacency(const SparseMatrix<Real>& A, Block block) {
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
  supernodes_ =
      find_supernodes(with_constant(block, [&](auto constant) { return adjacency(A, constant); }), block);
  block_ = block;
  find_subtrees();
  find_sequence();
  find_runs();
  with_constant(block, [&](auto constant) { find_entries(A, constant); });
  column_start_.assign(1, 0);
  for (int s = 0; s < supernodes_.count(); ++s)
    column_start_.push_back(column_start_.back() + supernodes_.height(s) * supernodes_.width(s));
  update_start_.clear();
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
  subtree_of_.assign(count, -1);
  for (std::size_t i = 0; total > worth_threads && i < roots.size(); ++i) {
    const int root = roots[i];
    if (entries[root] > largest_share * total) {
      for (int child = supernodes_.first_child[root]; child >= 0; child = supernodes_.sibling[child]) {
        roots.push_back(child);
      }
    } else if (entries[root] > smallest_share * total) {
      std::fill(subtree_of_.begin() + begin[root], subtree_of_.begin() + root + 1,
                static_cast<int>(subtrees_.size()));
      subtrees_.push_back({begin[root], root + 1});
    }
  }
  top_.clear();
  for (int s = 0; s < count; ++s) {
    if (subtree_of_[s] < 0) top_.push_back(s);
  }
}

template <class Real>
void Multifrontal<Real>::find_runs() {
  const Supernodes& nodes = supernodes_;
  runs_.clear();
  run_start_.assign(1, 0);
  for (int s = 0; s < nodes.count(); ++s) {
    const std::span<const int> rows = nodes.rows_below(s);
    const int* above = rows.empty() ? nullptr : nodes.rows(nodes.parent[s]);
    int number = 0;
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
      const int last = number;
      while (above[number] < rows[i]) ++number;
      if (i == 0 || number > last + 1) runs_.push_back({i, number, 0});
      ++runs_.back().count;
    }
    run_start_.push_back(static_cast<int>(runs_.size()));
  }
}

template <class Real>
template <class Block>
void Multifrontal<Real>::find_entries(const SparseMatrix<Real>& A, Block block) {
  const Supernodes& nodes = supernodes_;
  const int n = static_cast<int>(A.cols());
  std::vector<int> number(n), supernode(n);
  for (int k = 0; k < n; ++k) number[nodes.order[k]] = k;
  for (int s = 0; s < nodes.count(); ++s) {
    std::fill(supernode.begin() + nodes.first[s], supernode.begin() + nodes.first[s + 1], s);
  }
  // Calls body(entry, row, column) for the first entry of each block entries of a column that lie on or
  // below the diagonal's blocks.
  const auto for_each_entry = [&](const auto& body) {
    for (int j = 0; j < n; ++j) {
      assert((A.outerIndexPtr()[j + 1] - A.outerIndexPtr()[j]) % block == 0);
      for (int entry = A.outerIndexPtr()[j]; entry < A.outerIndexPtr()[j + 1]; entry += block) {
        const int i = A.innerIndexPtr()[entry];
        if (i / block >= j / block) body(entry, number[i], number[j]);
      }
    }
  };
  entry_start_.assign(nodes.count() + 1, 0);
  for_each_entry([&](int, int row, int column) { ++entry_start_[supernode[std::min(row, column)] + 1]; });
  for (int s = 0; s < nodes.count(); ++s) entry_start_[s + 1] += entry_start_[s];
  // By supernode, so that each row's place among the rows of a supernode is looked up in an array.
  struct Place {
    int source, row, column;
  };
  std::vector<Place> places(entry_start_.back());
  std::vector<int> next(entry_start_.begin(), entry_start_.end() - 1);
  for_each_entry([&](int entry, int row, int column) {
    places[next[supernode[std::min(row, column)]]++] = {entry, row, column};
  });
  entries_.clear();
  entries_.reserve(places.size());
  std::vector<int> place_of(n);  // of each row, in the current supernode
  for (int s = 0; s < nodes.count(); ++s) {
    const int height = static_cast<int>(nodes.height(s));
    for (int i = 0; i < height; ++i) place_of[nodes.rows(s)[i]] = i;
    for (int i = entry_start_[s]; i < entry_start_[s + 1]; ++i) {
      auto [source, row, column] = places[i];
      const bool is_transposed = row / block < column / block;
      if (is_transposed) std::swap(row, column);
      const int target = place_of[row] + height * (column - nodes.first[s]);
      entries_.push_back({source, is_transposed ? ~target : target});
    }
  }
}

template void Multifrontal<double>::analyze(const SparseMatrix<double>&, int);
template void Multifrontal<float>::analyze(const SparseMatrix<float>&, int);

}  // namespace simbench

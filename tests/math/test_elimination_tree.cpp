// The elimination tree and the entries of columns are compared with an elimination of sets.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <set>

#include "math/elimination_tree.h"

namespace simbench {
namespace {

AdjacencyGraph random_graph(int vertices, int edges, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::set<int>> neighbours(vertices);
  for (int edge = 0; edge < edges; ++edge) {
    const int a = static_cast<int>(random() % static_cast<unsigned>(vertices)),
              b = static_cast<int>(random() % static_cast<unsigned>(vertices));
    if (a != b) neighbours[a].insert(b), neighbours[b].insert(a);
  }
  AdjacencyGraph graph{{0}, {}};
  for (const auto& own : neighbours) {
    graph.neighbour.insert(graph.neighbour.end(), own.begin(), own.end());
    graph.start.push_back(static_cast<int>(graph.neighbour.size()));
  }
  return graph;
}

// The rows below the diagonal of each column of the factor.
std::vector<std::set<int>> eliminated(const AdjacencyGraph& graph, const std::vector<int>& order) {
  const int n = graph.vertex_count();
  std::vector<int> number(n);
  for (int k = 0; k < n; ++k) number[order[k]] = k;
  std::vector<std::set<int>> rows(n);
  for (int k = 0; k < n; ++k) {
    for (int i = graph.start[order[k]]; i < graph.start[order[k] + 1]; ++i) {
      if (number[graph.neighbour[i]] > k) rows[k].insert(number[graph.neighbour[i]]);
    }
  }
  for (int k = 0; k < n; ++k) {
    if (rows[k].empty()) continue;
    const int parent = *rows[k].begin();
    rows[parent].insert(std::next(rows[k].begin()), rows[k].end());
  }
  return rows;
}

TEST_CASE("the elimination tree has the parents and entries of an elimination of sets") {
  for (const int edges : {0, 20, 60, 100, 300, 2000}) {  // from isolated vertices to a nearly dense matrix
    const int vertices = 80;
    const AdjacencyGraph graph = random_graph(vertices, edges, static_cast<unsigned>(edges));
    std::vector<int> order(vertices);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937(7));
    const auto before = eliminated(graph, order);
    const EliminationTree tree = put_in_postorder(graph, order);

    const auto rows = eliminated(graph, order);
    std::size_t total = 0, total_before = 0;
    std::vector<int> first(vertices);  // of each subtree
    for (int k = 0; k < vertices; ++k) {
      CHECK(tree.parent[k] == (rows[k].empty() ? -1 : *rows[k].begin()));
      CHECK(tree.entries[k] == 1 + static_cast<int>(rows[k].size()));
      total += rows[k].size(), total_before += before[k].size();
    }
    CHECK(total == total_before);
    std::vector<int> size(vertices, 1);
    std::iota(first.begin(), first.end(), 0);
    for (int k = 0; k < vertices; ++k) {
      CHECK(first[k] == k - size[k] + 1);  // the nodes of each subtree are consecutive
      if (tree.parent[k] < 0) continue;
      size[tree.parent[k]] += size[k];
      first[tree.parent[k]] = std::min(first[tree.parent[k]], first[k]);
    }
  }
}

}  // namespace
}  // namespace simbench

// Orders of elimination, also when signals arrive while METIS finds them, and the rows of supernodes.
#include <pthread.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <numeric>
#include <thread>

#include "math/supernodes.h"

using namespace simbench;

namespace {

// A grid of width³ vertices, each with up to six neighbours.
AdjacencyGraph grid(int width) {
  const int stride[] = {1, width, width * width};
  AdjacencyGraph graph{.start = {0}, .neighbour = {}};
  for (int vertex = 0; vertex < width * width * width; ++vertex) {
    for (const int step : stride) {
      const int place = vertex / step % width;
      if (place > 0) graph.neighbour.push_back(vertex - step);
      if (place + 1 < width) graph.neighbour.push_back(vertex + step);
    }
    graph.start.push_back(static_cast<int>(graph.neighbour.size()));
  }
  return graph;
}

// The pattern of the graph's factor for this order: row × column, eliminated column by column.
Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> eliminated(const AdjacencyGraph& graph,
                                                               const std::vector<int>& order) {
  const int n = graph.vertex_count();
  std::vector<int> number(n);
  for (int k = 0; k < n; ++k) number[order[k]] = k;
  Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> L(n, n);
  L.setIdentity();
  for (int vertex = 0; vertex < n; ++vertex) {
    for (int i = graph.start[vertex]; i < graph.start[vertex + 1]; ++i)
      L(number[vertex], number[graph.neighbour[i]]) = true;
  }
  for (int k = 0; k < n; ++k) {
    for (int row = k + 1; row < n; ++row) {
      for (int column = k + 1; L(row, k) && column <= row; ++column) L(row, column) |= L(column, k);
    }
  }
  return L.triangularView<Eigen::Lower>();
}

volatile std::sig_atomic_t received = 0;

// Counts SIGTERM as long as it lives.
struct CountedSignals {
  CountedSignals() : before(std::signal(SIGTERM, [](int) { received = received + 1; })) { received = 0; }
  ~CountedSignals() { std::signal(SIGTERM, before); }
  void (*before)(int);
};

}  // namespace

TEST_CASE("The rows of a supernode are those that elimination fills in its last column") {
  const AdjacencyGraph graph = grid(6);
  const Supernodes nodes = find_supernodes(graph, 1), threes = find_supernodes(graph, 3);
  const auto L = eliminated(graph, nodes.order);
  for (int s = 0; s < nodes.count(); ++s) {
    const int last = nodes.first[s + 1] - 1;
    std::vector<int> expected;
    for (int row = nodes.first[s]; row < graph.vertex_count(); ++row) {
      if (row <= last || L(row, last)) expected.push_back(row);
    }
    CHECK(std::vector<int>(nodes.rows(s), nodes.rows(s) + nodes.height(s)) == expected);
    // No column has an entry outside of these rows.
    for (int column = nodes.first[s]; column < last; ++column) {
      for (int row = last + 1; row < graph.vertex_count(); ++row) CHECK((L(row, last) || !L(row, column)));
    }
  }
  for (int s = 0; s < threes.count(); ++s) {
    CHECK(threes.rows(s)[0] == threes.first[s]);
    CHECK(std::is_sorted(threes.rows(s), threes.rows(s) + threes.height(s)));
  }
}

TEST_CASE("The minimum degree is that of Eigen's AMDOrdering") {
  AdjacencyGraph graph = grid(12);
  // Ties depend on the order of the neighbours. Those of a matrix are ascending.
  for (int vertex = 0; vertex < graph.vertex_count(); ++vertex)
    std::sort(graph.neighbour.begin() + graph.start[vertex],
              graph.neighbour.begin() + graph.start[vertex + 1]);
  const Supernodes nodes = find_supernodes(graph, 1);
  REQUIRE(std::string(nodes.ordering) == "minimum degree (AMD)");
  const int n = graph.vertex_count();
  std::vector<Eigen::Triplet<int>> entries;
  for (int vertex = 0; vertex < n; ++vertex) {
    entries.emplace_back(vertex, vertex, 1);
    for (int i = graph.start[vertex]; i < graph.start[vertex + 1]; ++i)
      entries.emplace_back(vertex, graph.neighbour[i], 1);
  }
  Eigen::SparseMatrix<int> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(matrix.selfadjointView<Eigen::Lower>(), permutation);
  // Amalgamation moves columns that do not depend on each other, so the orders are compared by their fill.
  const auto fill = [&](std::vector<int> order) {
    const std::vector<int> columns = put_in_postorder(graph, order).entries;
    return std::accumulate(columns.begin(), columns.end(), 0);
  };
  CHECK(fill(nodes.order) == fill({permutation.indices().begin(), permutation.indices().end()}));
}

TEST_CASE("Signals during METIS's nested dissection reach their handler, in every thread") {
  const AdjacencyGraph graph = grid(30);  // METIS needs some tenths of a second
  const Supernodes expected = find_supernodes(graph, 1);
  REQUIRE(std::string(expected.ordering) == "nested dissection (METIS)");

  const CountedSignals counted;
  std::atomic<bool> is_done = false;
  Supernodes found;
  std::thread finder([&] {
    found = find_supernodes(graph, 1);
    is_done = true;
  });
  int sent = 0;
  while (!is_done) {  // one to the thread in METIS, one to this one, which is none of METIS's business
    if (!is_done) ::pthread_kill(finder.native_handle(), SIGTERM);
    std::raise(SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++sent;
  }
  finder.join();
  CHECK(found.order == expected.order);
  CHECK(received >= sent);
}

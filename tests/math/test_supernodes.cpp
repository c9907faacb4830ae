// Orders of elimination that METIS finds, when a signal arrives meanwhile.
#include <pthread.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "base/stop_signal.h"
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

}  // namespace

TEST_CASE("A SIGTERM during METIS's nested dissection is remembered, and the order is found") {
  const AdjacencyGraph graph = grid(50);  // METIS needs a large part of a second
  const Supernodes expected = find_supernodes(graph, 1);
  REQUIRE(std::string(expected.ordering) == "nested dissection (METIS)");

  const StopSignal signal;
  std::jthread sender([main = ::pthread_self()] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ::pthread_kill(main, SIGTERM);
  });
  CHECK(find_supernodes(graph, 1).order == expected.order);
  sender.join();
  CHECK(StopSignal::received() == SIGTERM);
}

// Orders of elimination that METIS finds, when signals arrive meanwhile.
#include <pthread.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
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

volatile std::sig_atomic_t received = 0;

// Counts SIGTERM as long as it lives.
struct CountedSignals {
  CountedSignals() : before(std::signal(SIGTERM, [](int) { received = received + 1; })) { received = 0; }
  ~CountedSignals() { std::signal(SIGTERM, before); }
  void (*before)(int);
};

}  // namespace

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

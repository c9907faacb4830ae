#include <atomic>
#include <catch2/catch.hpp>
#include <vector>

#include "math/parallel.h"

using namespace simbench;

TEST_CASE("Chunks cover every index once, in pieces that threads do not change") {
  const Index count =
      GENERATE(Index{0}, Index{1}, chunk_size - 1, chunk_size, chunk_size + 1, 2 * chunk_size, Index{10007});
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    CHECK(thread_count() == threads);
    std::vector<int> visits(static_cast<std::size_t>(count), 0);
    std::vector<int> chunk_visits(static_cast<std::size_t>(chunk_count(count)), 0);
    std::atomic<bool> right_pieces = true;
    parallel_chunks(count, [&](Index begin, Index end, Index chunk) {
      if (begin != chunk * chunk_size || end != std::min(count, begin + chunk_size)) right_pieces = false;
      ++chunk_visits[static_cast<std::size_t>(chunk)];
      for (Index i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
    CHECK(right_pieces);
    CHECK(visits == std::vector<int>(visits.size(), 1));
    CHECK(chunk_visits == std::vector<int>(chunk_visits.size(), 1));
  }
  set_thread_count(1);
}

TEST_CASE("Each task runs once") {
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    for (const Index count : {0, 1, 9}) {
      std::vector<int> visits(static_cast<std::size_t>(count), 0);
      parallel_tasks(count, [&](Index task) { ++visits[static_cast<std::size_t>(task)]; });
      CHECK(visits == std::vector<int>(visits.size(), 1));
    }
  }
  set_thread_count(1);
}

TEST_CASE("There is always at least one thread") {
  set_thread_count(0);
  CHECK(thread_count() == 1);
  set_thread_count(-3);
  CHECK(thread_count() == 1);
}

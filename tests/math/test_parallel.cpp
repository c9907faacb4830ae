#include <atomic>
#include <barrier>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "math/parallel.h"

using namespace simbench;

TEST_CASE("Chunks cover every index once and do not depend on the number of threads") {
  const Index count =
      GENERATE(Index{0}, Index{1}, chunk_size - 1, chunk_size, chunk_size + 1, 2 * chunk_size, Index{10007});
  for (const int threads : {1, 2, 4}) {
    const ThreadScope scope(threads);
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
}

TEST_CASE("Each task runs once") {
  for (const int threads : {1, 2, 4}) {
    const ThreadScope scope(threads);
    for (const Index count : {0, 1, 9}) {
      std::vector<int> visits(static_cast<std::size_t>(count), 0);
      parallel_tasks(count, [&](Index task) { ++visits[static_cast<std::size_t>(task)]; });
      CHECK(visits == std::vector<int>(visits.size(), 1));
    }
  }
}

TEST_CASE("There is always at least one thread") {
  CHECK(thread_count() == 1);
  for (const int threads : {0, -3}) {
    const ThreadScope scope(threads);
    CHECK(thread_count() == 1);
  }
}

TEST_CASE("After a scope of threads ends, the outer scope counts again") {
  const ThreadScope outer(3);
  {
    const ThreadScope inner(2);
    CHECK(thread_count() == 2);
    const ThreadScope innermost(1);
    CHECK(thread_count() == 1);
  }
  CHECK(thread_count() == 3);
}

TEST_CASE("A loop in a task has the threads of the outer loop, on any thread") {
  const ThreadScope scope(3);
  std::atomic<int> others = 0, inner_tasks = 0;
  parallel_tasks(20, [&](Index) {
    if (thread_count() != 3) ++others;
    parallel_tasks(20, [&](Index) { ++inner_tasks; });
    const ThreadScope own(2);
    parallel_tasks(20, [&](Index) {
      if (thread_count() != 2) ++others;
      ++inner_tasks;
    });
  });
  CHECK(others == 0);
  CHECK(inner_tasks == 800);
  CHECK(thread_count() == 3);
}

TEST_CASE("A loop uses at most the requested number of threads at once") {
  for (const int threads : {1, 2}) {
    const ThreadScope scope(threads);
    std::atomic<int> at_work = 0, most = 0;
    parallel_tasks(200, [&](Index) {
      const int now = ++at_work;
      for (int known = most; known < now && !most.compare_exchange_weak(known, now);) {
      }
      std::this_thread::yield();
      --at_work;
    });
    CHECK(most <= threads);
  }
}

TEST_CASE("Two threads can have different scopes at the same time") {
  std::barrier both(2);
  std::atomic<bool> own_counts = true, all_tasks = true;
  const auto work = [&](int threads) {
    const ThreadScope scope(threads);
    both.arrive_and_wait();  // both scopes are open
    for (int repetition = 0; repetition < 50; ++repetition) {
      std::atomic<int> tasks = 0;
      parallel_tasks(30, [&](Index) {
        if (thread_count() != threads) own_counts = false;
        ++tasks;
      });
      if (tasks != 30) all_tasks = false;
    }
    both.arrive_and_wait();
  };
  std::jthread other(work, 3);
  work(2);
  other.join();
  CHECK(own_counts);
  CHECK(all_tasks);
  CHECK(thread_count() == 1);
}

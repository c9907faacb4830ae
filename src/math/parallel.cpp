#include "math/parallel.h"

#ifdef SIMBENCH_PLAIN_THREADS  // for ThreadSanitizer
#include <thread>
#include <vector>
#else
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace simbench {

#ifdef SIMBENCH_PLAIN_THREADS
struct ThreadScope::Arena {};
#else
struct ThreadScope::Arena : tbb::task_arena {
  using tbb::task_arena::task_arena;
};
#endif

ThreadScope::ThreadScope(int threads) : threads_(std::max(1, threads)), outer_(current_) {
#ifndef SIMBENCH_PLAIN_THREADS
  // oneTBB has at most as many threads as the machine, and prints a warning if more are asked for.
  if (threads_ > 1) arena_ = std::make_unique<Arena>(std::min(threads_, tbb::info::default_concurrency()));
#endif
  current_ = this;
}

ThreadScope::~ThreadScope() {
  current_ = outer_;
}

void parallel_tasks(Index count, TaskBody body) {
  if (thread_count() == 1 || count <= 1) {
    for (Index task = 0; task < count; ++task) body(task);
    return;
  }
  ThreadScope* const scope = ThreadScope::current_;
#ifdef SIMBENCH_PLAIN_THREADS
  std::vector<std::jthread> threads;  // each has fixed tasks, so that a data race is found at any timing
  for (int first = 0; first < scope->threads_; ++first) {
    threads.emplace_back([&, first] {
      const ThreadScope::Borrowed borrowed(scope);
      for (Index task = first; task < count; task += scope->threads_) body(task);
    });
  }
#else
  scope->arena_->execute([&] {
    tbb::parallel_for(
        Index{0}, count,
        [&](Index task) {
          const ThreadScope::Borrowed borrowed(scope);
          body(task);
        },
        tbb::simple_partitioner());
  });
#endif
}

}  // namespace simbench

// Parallel loops that give the same bits for any number of threads. The work is cut into chunks of a fixed
// size. Sums over a loop are first computed per chunk and then added up in the order of the chunks.
#pragma once

#include <algorithm>

#ifdef SIMBENCH_PLAIN_THREADS  // for ThreadSanitizer
#include <thread>
#include <vector>
#else
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <optional>
#endif

#include "math/types.h"

namespace simbench {

inline constexpr Index chunk_size = 1024;

// While a ThreadScope lives, the loops below that its thread calls use up to `threads` threads (at least 1,
// at most as many as the machine has), and so do the loops nested in them. Without a scope, or with one
// thread, no thread library is called. Scopes nest: the innermost one counts. Different threads may have
// scopes with different numbers. A scope must end in the thread that made it.
class ThreadScope {
 public:
  explicit ThreadScope(int threads);
  ~ThreadScope() { current_ = outer_; }
  ThreadScope(const ThreadScope&) = delete;
  ThreadScope& operator=(const ThreadScope&) = delete;

 private:
  template <class Body>
  friend void parallel_tasks(Index count, const Body& body);
  friend int thread_count();

  // While a thread does a task of a loop, it has the scope of that loop.
  class Borrowed {
   public:
    explicit Borrowed(ThreadScope* scope) : own_(current_) { current_ = scope; }
    ~Borrowed() { current_ = own_; }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;

   private:
    ThreadScope* own_;
  };

  static inline constinit thread_local ThreadScope* current_ = nullptr;

  int threads_;
  ThreadScope* outer_;
#ifndef SIMBENCH_PLAIN_THREADS
  std::optional<tbb::task_arena> arena_;  // if there are several threads
#endif
};

// How many threads the loops below may use.
inline int thread_count() {
  return ThreadScope::current_ ? ThreadScope::current_->threads_ : 1;
}

// Calls body(task) for each task of [0, count). Tasks must not write to the same memory.
template <class Body>
void parallel_tasks(Index count, const Body& body) {
  if (thread_count() == 1 || count <= 1) {
    for (Index task = 0; task < count; ++task) body(task);
    return;
  }
  ThreadScope* const scope = ThreadScope::current_;
#ifdef SIMBENCH_PLAIN_THREADS
  std::vector<std::jthread>
      threads;  // each thread has fixed tasks, so that a data race is found at any timing
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

inline Index chunk_count(Index count) {
  return (count + chunk_size - 1) / chunk_size;
}

// Calls body(begin, end, chunk) for each chunk of [0, count). Chunks must not write to the same memory.
template <class Body>
void parallel_chunks(Index count, const Body& body) {
  parallel_tasks(chunk_count(count), [&](Index chunk) {
    body(chunk * chunk_size, std::min(count, (chunk + 1) * chunk_size), chunk);
  });
}

}  // namespace simbench

// Parallel loops that give the same bits for any number of threads. The work is cut into chunks of a fixed
// size. Sums over a loop are first computed per chunk and then added up in the order of the chunks.
#pragma once

#include <algorithm>
#include <memory>

#include "math/types.h"

namespace simbench {

inline constexpr Index chunk_size = 1024;

// A reference to a function object that does a task. So the thread library is compiled once and not for each
// loop; a task is long enough that the call costs nothing.
class TaskBody {
 public:
  template <class Body>
  TaskBody(const Body& body)
      : body_(&body), call_([](const void* own, Index task) { (*static_cast<const Body*>(own))(task); }) {}
  void operator()(Index task) const { call_(body_, task); }

 private:
  const void* body_;
  void (*call_)(const void*, Index);
};

// While a ThreadScope lives, the loops below that its thread calls use up to `threads` threads (at least 1,
// at most as many as the machine has), and so do the loops nested in them. Without a scope, or with one
// thread, no thread library is called. Scopes nest: the innermost one counts. Different threads may have
// scopes with different numbers. A scope must end in the thread that made it.
class ThreadScope {
 public:
  explicit ThreadScope(int threads);
  ~ThreadScope();
  ThreadScope(const ThreadScope&) = delete;
  ThreadScope& operator=(const ThreadScope&) = delete;

 private:
  friend void parallel_tasks(Index count, TaskBody body);
  friend int thread_count();
  struct Arena;  // of the thread library

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
  std::unique_ptr<Arena> arena_;  // if there are several threads
};

// How many threads the loops below may use.
inline int thread_count() {
  return ThreadScope::current_ ? ThreadScope::current_->threads_ : 1;
}

// Calls body(task) for each task of [0, count). Tasks must not write to the same memory.
void parallel_tasks(Index count, TaskBody body);

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

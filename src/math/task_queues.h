// Tasks that depend on each other, shared by threads that rarely wait for each other. Each queue belongs to
// one thread. Queue q does its tasks (q, 0), (q, 1), … in order; a task may also need the first tasks of
// other queues. Point-to-point waits instead of barriers: Park et al. 2014, "Sparsifying Synchronization for
// High-Performance Shared-Memory Sparse Triangular Solver".
//
//             round 0   round 1   round 2
//   queue 0 │ (0, 0) ─► (0, 1) ─► (0, 2) │
//                 ╲                ╱         needs: (1, 1) needs 1 task of queue 0,
//   queue 1 │ (1, 0) ─► (1, 1) ─► (1, 2) │          (0, 2) needs 2 tasks of queue 1
//
// A task needs tasks of earlier rounds only. So one thread can do all tasks, round by round, and queues whose
// thread is late or never comes are done by a thread that needs them.
#pragma once

#include <atomic>
#include <vector>

#include "math/parallel.h"

namespace simbench {

class TaskQueues {
 public:
  TaskQueues(Index queue_count, Index round_count)
      : queue_count_(queue_count),
        round_count_(round_count),
        needs_(static_cast<std::size_t>(queue_count * queue_count * round_count), 0),
        queues_(static_cast<std::size_t>(queue_count)) {}

  Index queue_count() const { return queue_count_; }
  Index round_count() const { return round_count_; }

  // Task (queue, round) needs tasks (other, 0), …, (other, other_round), with other_round < round.
  void add_need(Index queue, Index round, Index other, Index other_round) {
    Index& tasks = needs_[index(queue, round, other)];
    tasks = std::max(tasks, other_round + 1);
  }

  // Calls body(queue, round) for all tasks. Tasks that do not need each other, directly or through others,
  // must not write to the same memory. The body must not throw. Allocates nothing with one thread.
  template <class Body>
  void run(const Body& body) {
    if (queue_count_ == 1 || thread_count() == 1) return run_alone(body);
    for (Queue& queue : queues_) queue.done = 0;
    parallel_tasks(queue_count_, [&](Index queue) { finish(queue, round_count_, body); });
  }
  // The same with one thread.
  template <class Body>
  void run_alone(const Body& body) const {
    for (Index round = 0; round < round_count_; ++round) {
      for (Index queue = 0; queue < queue_count_; ++queue) body(queue, round);
    }
  }

 private:
  struct alignas(64) Queue {             // in a cache line of its own
    std::atomic<Index> done = 0;         // tasks
    std::atomic<bool> is_taken = false;  // by a thread
  };

  std::size_t index(Index queue, Index round, Index other) const {
    return static_cast<std::size_t>((round * queue_count_ + queue) * queue_count_ + other);
  }

  // Returns when `count` tasks of the queue are done: by another thread, or by this one if no other has taken
  // the queue.
  template <class Body>
  void finish(Index number, Index count, const Body& body) noexcept {
    Queue& queue = queues_[static_cast<std::size_t>(number)];
    const auto is_done = [&] { return queue.done.load(std::memory_order_acquire) >= count; };
    while (!is_done()) {
      if (!queue.is_taken.exchange(true, std::memory_order_acquire)) {
        for (Index round = queue.done.load(std::memory_order_relaxed); round < count; ++round) {
          for (Index other = 0; other < queue_count_; ++other)
            finish(other, needs_[index(number, round, other)], body);
          body(number, round);
          queue.done.store(round + 1, std::memory_order_release);
        }
        queue.is_taken.store(false, std::memory_order_release);
      } else {
        wait([&] { return is_done() || !queue.is_taken.load(std::memory_order_relaxed); });
      }
    }
  }

  // Spins for some tens of microseconds, and then sleeps: another program may have the core of the thread
  // that is awaited.
  template <class Condition>
  static void wait(const Condition& condition) {
    constexpr int spins = 2000;
    for (int spin = 0; spin < spins; ++spin) {
      if (condition()) return;
      pause();
    }
    while (!condition()) nap();
  }
  static void pause();
  static void nap();

  Index queue_count_, round_count_;
  std::vector<Index> needs_;  // by round, queue and other queue
  std::vector<Queue> queues_;
};

}  // namespace simbench

#include "math/task_queues.h"

#include <algorithm>
#include <thread>

namespace simbench {

namespace {

// How long the calling thread works alone after a stall.
struct Patience {
  std::chrono::steady_clock::time_point alone_until{};
  int factor = 1;  // of the stall
};
constinit thread_local Patience patience{};

}  // namespace

void TaskQueues::pause() {
#ifdef __x86_64__
  __builtin_ia32_pause();
#endif
}

void TaskQueues::nap() {
  std::this_thread::sleep_for(std::chrono::microseconds(20));
}

bool TaskQueues::is_alone() {
#ifdef SIMBENCH_PLAIN_THREADS
  return false;  // so that ThreadSanitizer finds a data race at any timing
#else
  return Clock::now() < patience.alone_until;
#endif
}

// After a rare stall the thread works alone for as long as the stall took. While another program has the
// core, each attempt ends in a stall, and the time alone doubles until stalls take 3 % of the time.
void TaskQueues::remember_stalls() {
  constexpr int largest_factor = 32;
  Clock::duration stalled{0};
  for (Queue& queue : queues_) stalled += Clock::duration(queue.stalled.exchange(0));
  if (stalled == Clock::duration::zero()) return;
  const Clock::time_point now = Clock::now();
  const bool is_rare = now - patience.alone_until > largest_factor * stalled;
  patience.factor = is_rare ? 1 : std::min(2 * patience.factor, largest_factor);
  patience.alone_until = now + patience.factor * stalled;
}

}  // namespace simbench

#include "math/task_queues.h"

#include <thread>

namespace simbench {

namespace {

constinit thread_local std::chrono::steady_clock::time_point alone_until{};

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
  return Clock::now() < alone_until;
}

void TaskQueues::remember_stalls() {
  constexpr int patience = 30;  // so that stalls take at most 3 % of the time
  Clock::duration stalled{0};
  for (Queue& queue : queues_) stalled += Clock::duration(queue.stalled.exchange(0));
  if (stalled > Clock::duration::zero()) alone_until = Clock::now() + patience * stalled;
}

}  // namespace simbench

#include "math/task_queues.h"

#include <chrono>
#include <thread>

namespace simbench {

void TaskQueues::pause() {
#ifdef __x86_64__
  __builtin_ia32_pause();
#endif
}

void TaskQueues::nap() {
  std::this_thread::sleep_for(std::chrono::microseconds(20));
}

}  // namespace simbench

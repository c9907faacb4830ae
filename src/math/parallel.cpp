#include "math/parallel.h"

#ifndef SIMBENCH_PLAIN_THREADS
#include <tbb/info.h>
#endif

namespace simbench {

ThreadScope::ThreadScope(int threads) : threads_(std::max(1, threads)), outer_(current_) {
#ifndef SIMBENCH_PLAIN_THREADS
  // oneTBB has at most as many threads as the machine, and prints a warning if more are asked for.
  if (threads_ > 1) arena_.emplace(std::min(threads_, tbb::info::default_concurrency()));
#endif
  current_ = this;
}

}  // namespace simbench

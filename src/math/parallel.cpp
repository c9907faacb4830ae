#include "math/parallel.h"

#include <tbb/global_control.h>

#include <memory>

namespace simbench {

namespace {
int threads_in_use = 1;
std::unique_ptr<tbb::global_control> limit;
}  // namespace

void set_thread_count(int threads) {
  threads_in_use = std::max(1, threads);
  limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                static_cast<std::size_t>(threads_in_use));
}

int thread_count() {
  return threads_in_use;
}

}  // namespace simbench

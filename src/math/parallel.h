// Parallel loops that give the same bits for any number of threads: work is cut into chunks of a fixed size,
// whoever runs them; whoever sums adds up the sums of the chunks in order.
#pragma once

#ifdef SIMBENCH_PLAIN_THREADS  // for ThreadSanitizer
#include <thread>
#include <vector>
#else
#include <tbb/parallel_for.h>
#endif

#include <algorithm>

#include "math/types.h"

namespace simbench {

inline constexpr Index chunk_size = 1024;

// How many threads the loops below may use (at least 1, the default). With 1 no thread library is called.
void set_thread_count(int threads);
int thread_count();

// body(task) for each task of [0, count). Tasks must not write to the same memory.
template <class Body>
void parallel_tasks(Index count, const Body& body) {
  if (thread_count() == 1 || count <= 1) {
    for (Index task = 0; task < count; ++task) body(task);
  } else {
#ifdef SIMBENCH_PLAIN_THREADS
    std::vector<std::jthread> threads;  // each has its tasks, so that what a race is does not depend on time
    for (int first = 0; first < thread_count(); ++first) {
      threads.emplace_back([&, first] {
        for (Index task = first; task < count; task += thread_count()) body(task);
      });
    }
#else
    tbb::parallel_for(Index{0}, count, body, tbb::simple_partitioner());
#endif
  }
}

inline Index chunk_count(Index count) {
  return (count + chunk_size - 1) / chunk_size;
}

// body(begin, end, chunk) for each chunk of [0, count). Chunks must not write to the same memory.
template <class Body>
void parallel_chunks(Index count, const Body& body) {
  parallel_tasks(chunk_count(count), [&](Index chunk) {
    body(chunk * chunk_size, std::min(count, (chunk + 1) * chunk_size), chunk);
  });
}

}  // namespace simbench

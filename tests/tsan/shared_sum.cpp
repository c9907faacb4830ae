// A correct sum over chunks. With SIMBENCH_RACE, all chunks add to one number, and ThreadSanitizer must
// report the race.
#include <cstdio>
#include <vector>

#include "math/parallel.h"

using namespace simbench;

int main() {
  constexpr Index count = 64 * chunk_size;
  const ThreadScope threads(4);
  std::vector<Index> sums(static_cast<std::size_t>(chunk_count(count)), 0);
  parallel_chunks(count, [&](Index begin, Index end, [[maybe_unused]] Index chunk) {
#ifdef SIMBENCH_RACE
    Index& sum = sums.front();
#else
    Index& sum = sums[static_cast<std::size_t>(chunk)];
#endif
    for (Index i = begin; i < end; ++i) ++sum;
  });
  Index total = 0;
  for (const Index sum : sums) total += sum;
  std::printf("%td\n", total);
}

#include "math/nested_dissection.h"

#include <metis.h>

#include <csetjmp>
#include <mutex>
#include <new>
#include <stdexcept>

// METIS reports its own errors to itself by raising SIGTERM and SIGABRT. While it runs, its handlers replace
// those of the process, and leave whichever thread receives a signal by a jump into METIS. So a SIGTERM from
// outside would make METIS fail or, in another thread, crash the process. The dynamic linker takes these
// three functions in place of METIS's own: no handler is installed, and an error jumps directly to where
// METIS waits for it. METIS 5.1's error.c is the reference. FindMETIS.cmake tests whether the two variables
// exist.
#ifdef SIMBENCH_METIS_JUMPS
extern "C" {

extern __thread int gk_cur_jbufs;  // index of the innermost call that waits for an error; −1: none does
extern __thread std::jmp_buf gk_jbufs[];  // one for each call

// Called at the start and at the end of each function of METIS. Returns whether there is room for a call.
__attribute__((visibility("default"))) int gk_sigtrap() {
  constexpr int room = 16;
  if (gk_cur_jbufs + 1 >= room) return 0;
  ++gk_cur_jbufs;
  return 1;
}
__attribute__((visibility("default"))) int gk_siguntrap() {
  if (gk_cur_jbufs < 0) return 0;
  --gk_cur_jbufs;
  return 1;
}
// An error of METIS, such as a lack of memory (`signum` is SIGABRT then). METIS prints a sentence here; our
// caller throws.
__attribute__((visibility("default"))) void gk_errexit(int signum, char*, ...) {
  std::longjmp(gk_jbufs[gk_cur_jbufs], signum);
}

}  // extern "C"
#endif

namespace simbench {

static_assert(sizeof(idx_t) == sizeof(int), "METIS is expected to count in 32 bits");

std::vector<int> nested_dissection(AdjacencyGraph graph) {
  int vertices = graph.vertex_count();
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;      // the same order in every run
  options[METIS_OPTION_COMPRESS] = 0;  // meshes have no vertices with equal neighbours
  std::vector<int> order(vertices), number(vertices);
  static std::mutex one_at_a_time;  // METIS draws its random numbers from a state that all threads share
  const std::lock_guard lock(one_at_a_time);
  const int outcome = METIS_NodeND(&vertices, graph.start.data(), graph.neighbour.data(), nullptr, options,
                                   order.data(), number.data());
  if (outcome == METIS_ERROR_MEMORY) throw std::bad_alloc();
  if (outcome != METIS_OK) throw std::runtime_error("METIS could not order a matrix");
  return order;
}

}  // namespace simbench

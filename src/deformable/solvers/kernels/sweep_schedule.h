// Batches for a Gauss–Seidel sweep in lanes: elements without a common vertex, which can be solved side by
// side. Several threads can share a sweep: each has a queue of batches.
//
//             slot 0   1   2    3   4   5    6   7   8
//   queue 0 │ {e₀ e₃} {e₁} … │ {e₅ …}  …  │  …            a round has delay + 1 slots (here delay = 2)
//   queue 1 │  {}  {}   {}   │ {e₂ e₄} …  │  …
#pragma once

#include <span>
#include <vector>

#include "math/task_queues.h"

namespace simbench {

struct SweepSchedule {
  // Task (queue, round) solves batches [starts[i], starts[i + 1]) with i = round · queue_count + queue.
  TaskQueues tasks;
  std::vector<std::vector<int>> batches;  // of elements; none is empty
  std::vector<std::size_t> starts;
};

// Splits `order`, a sequence of elements, into batches of at most `width` elements without a common vertex.
// Solving all tasks gives the same result as solving the elements in that order: of two elements that share a
// vertex, the earlier one is in an earlier batch of the same queue, or in an earlier round of another queue.
// Each element goes into the first batch with room after its predecessors, similar to the level scheduling of
// triangular solves (Saltz 1990), of the queue where this batch comes first. A predecessor in another queue
// counts as if it were some slots later (the delay of the drawing: half as many slots as a level has
// elements), so that a queue rarely waits for another one. There is one queue if the sweep is too short, or
// its elements depend on each other too much, for several threads. vertices[e] are the vertices of element e.
SweepSchedule sweep_schedule(std::span<const std::span<const int>> vertices, std::span<const int> order,
                             std::size_t width, int threads);

// The batches of a schedule for one thread.
std::vector<std::vector<int>> independent_batches(std::span<const std::span<const int>> vertices,
                                                  std::span<const int> order, std::size_t width);

}  // namespace simbench

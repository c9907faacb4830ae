#include "deformable/solvers/kernels/sweep_schedule.h"

#include <algorithm>

namespace simbench {

std::vector<std::vector<int>> independent_batches(std::span<const std::span<const int>> vertices,
                                                  std::span<const int> order, std::size_t width) {
  std::vector<std::vector<int>> batches;
  std::vector<std::size_t> first;  // for each vertex, the first batch after all batches that use it
  // room[b] is b if batch b has room, otherwise a later batch, at which the search goes on (union-find).
  std::vector<std::size_t> room{0};
  for (const int element : order) {
    std::size_t batch = 0;
    for (const int vertex : vertices[element]) {
      if (static_cast<std::size_t>(vertex) >= first.size()) first.resize(vertex + 1, 0);
      batch = std::max(batch, first[vertex]);
    }
    while (room[batch] != batch) batch = room[batch] = room[room[batch]];
    if (batch == batches.size()) {
      batches.emplace_back();
      room.push_back(batches.size());
    }
    batches[batch].push_back(element);
    if (batches[batch].size() == width) room[batch] = batch + 1;
    for (const int vertex : vertices[element]) first[vertex] = batch + 1;
  }
  return batches;
}

}  // namespace simbench

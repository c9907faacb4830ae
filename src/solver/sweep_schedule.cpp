#include "solver/sweep_schedule.h"

#include <algorithm>

namespace simbench {

std::vector<std::vector<int>> independent_batches(std::span<const std::span<const int>> vertices,
                                                  std::span<const int> order, std::size_t width) {
  std::vector<std::vector<int>> batches;
  std::vector<std::size_t> first;    // the first batch after all that use a vertex
  std::vector<std::size_t> room{0};  // leads from a full batch on to one that is not, which leads to itself
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

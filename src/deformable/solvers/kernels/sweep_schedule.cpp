#include "deformable/solvers/kernels/sweep_schedule.h"

#include <algorithm>
#include <utility>

namespace simbench {

namespace {

// The batches of a queue, one per slot.
class Queue {
 public:
  // The first slot from `slot` on whose batch has room.
  std::size_t first_with_room(std::size_t slot) {
    while (room_.size() <= slot) room_.push_back(room_.size());
    while (room_[slot] != slot) slot = room_[slot] = room_[room_[slot]];
    return slot;
  }
  void add(int element, std::size_t slot, std::size_t width) {
    if (slot >= batches.size()) batches.resize(slot + 1);
    if (batches[slot].empty()) batches[slot].reserve(width);
    batches[slot].push_back(element);
    if (batches[slot].size() == width) room_[slot] = first_with_room(slot + 1);
  }

  std::vector<std::vector<int>> batches;

 private:
  // room_[s] is s if slot s has room, otherwise a later slot, at which the search goes on (union-find).
  std::vector<std::size_t> room_;
};

// The number of elements in the longest chain of elements that wait for each other.
int level_count(std::span<const std::span<const int>> vertices, std::span<const int> order,
                std::size_t vertex_count) {
  std::vector<int> levels(vertex_count, 0);
  int count = 0;
  for (const int element : order) {
    int level = 0;
    for (const int vertex : vertices[element]) level = std::max(level, levels[vertex]);
    for (const int vertex : vertices[element]) levels[vertex] = level + 1;
    count = std::max(count, level + 1);
  }
  return count;
}

std::size_t count_vertices(std::span<const std::span<const int>> vertices) {
  int count = 0;
  for (const std::span<const int> element : vertices) {
    for (const int vertex : element) count = std::max(count, vertex + 1);
  }
  return static_cast<std::size_t>(count);
}

SweepSchedule queues_of(std::span<const std::span<const int>> vertices, std::span<const int> order,
                        std::size_t vertex_count, std::size_t width, std::size_t queue_count,
                        std::size_t delay) {
  struct Place {
    std::size_t queue, slot;
  };
  struct Need {
    Place element, predecessor;
  };
  constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  std::vector<Place> last(vertex_count, Place{nowhere, 0});  // the last element of each vertex so far
  std::vector<Queue> queues(queue_count);
  std::vector<Need> needs;
  for (const int element : order) {
    Place place{nowhere, nowhere};
    for (std::size_t queue = 0; queue < queue_count; ++queue) {
      std::size_t slot = 0;
      for (const int vertex : vertices[element]) {
        const Place& before = last[vertex];
        if (before.queue != nowhere)
          slot = std::max(slot, before.slot + 1 + (before.queue == queue ? 0 : delay));
      }
      slot = queues[queue].first_with_room(slot);
      if (slot < place.slot) place = {queue, slot};
    }
    queues[place.queue].add(element, place.slot, width);
    for (const int vertex : vertices[element]) {
      const Place before = std::exchange(last[vertex], place);
      if (before.queue != nowhere && before.queue != place.queue) needs.push_back({place, before});
    }
  }

  std::size_t slots = 0;
  for (const Queue& queue : queues) slots = std::max(slots, queue.batches.size());
  const std::size_t slots_per_round = queue_count == 1 ? std::max<std::size_t>(slots, 1) : delay + 1;
  const std::size_t rounds = (slots + slots_per_round - 1) / slots_per_round;
  SweepSchedule schedule{TaskQueues(static_cast<Index>(queue_count), static_cast<Index>(rounds)), {}, {0}};
  for (std::size_t round = 0; round < rounds; ++round) {
    for (Queue& queue : queues) {
      const std::size_t end = std::min(queue.batches.size(), (round + 1) * slots_per_round);
      for (std::size_t slot = round * slots_per_round; slot < end; ++slot) {
        if (!queue.batches[slot].empty()) schedule.batches.push_back(std::move(queue.batches[slot]));
      }
      schedule.starts.push_back(schedule.batches.size());
    }
  }
  const auto round = [&](const Place& place) { return static_cast<Index>(place.slot / slots_per_round); };
  for (const auto& [element, predecessor] : needs)
    schedule.tasks.add_need(static_cast<Index>(element.queue), round(element),
                            static_cast<Index>(predecessor.queue), round(predecessor));
  return schedule;
}

}  // namespace

SweepSchedule sweep_schedule(std::span<const std::span<const int>> vertices, std::span<const int> order,
                             std::size_t width, int threads) {
  // Of a thread: 30 to 60 µs, several times what starting it takes.
  constexpr std::size_t least_elements = 2500;
  const std::size_t vertex_count = count_vertices(vertices);
  std::size_t queue_count = 1, delay = 0;
  if (threads > 1 && order.size() >= 2 * least_elements) {
    // The elements of a level, on average, fill the lanes of all threads.
    const std::size_t side_by_side =
        order.size() / static_cast<std::size_t>(level_count(vertices, order, vertex_count));
    queue_count = std::clamp<std::size_t>(std::min(side_by_side / width, order.size() / least_elements), 1,
                                          static_cast<std::size_t>(threads));
    delay = side_by_side / 2;
  }
  return queues_of(vertices, order, vertex_count, width, queue_count, delay);
}

std::vector<std::vector<int>> independent_batches(std::span<const std::span<const int>> vertices,
                                                  std::span<const int> order, std::size_t width) {
  return sweep_schedule(vertices, order, width, 1).batches;
}

}  // namespace simbench

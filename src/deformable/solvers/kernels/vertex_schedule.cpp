#include "deformable/solvers/kernels/vertex_schedule.h"

#include <algorithm>

namespace simbench {

Occurrences elements_of_vertices(std::span<const std::span<const int>> elements, Index vertex_count) {
  std::vector<int> corners, element_of;  // of each corner of each element
  for (std::size_t element = 0; element < elements.size(); ++element) {
    corners.insert(corners.end(), elements[element].begin(), elements[element].end());
    element_of.resize(corners.size(), static_cast<int>(element));
  }
  Occurrences uses = occurrences(corners, vertex_count);
  for (int& place : uses.place) place = element_of[place];
  return uses;
}

VertexSchedule::VertexSchedule(std::span<const int> order, const Occurrences& uses,
                               std::size_t element_count) {
  vertex_count = static_cast<Index>(uses.start.size()) - 1;
  // For each element, the level after the last one that moved one of its vertices.
  std::vector<int> next_level(element_count, 0), level_of(vertex_count);
  for (const int vertex : order) {
    int level = 0;
    for (const int element : uses.of(vertex)) level = std::max(level, next_level[element]);
    for (const int element : uses.of(vertex)) next_level[element] = level + 1;
    level_of[vertex] = level;
  }
  vertices.assign(order.begin(), order.end());
  std::ranges::stable_sort(vertices, {}, [&](int vertex) { return level_of[vertex]; });
  for (auto level = vertices.begin(); level != vertices.end();) {
    const auto end =
        std::find_if(level, vertices.end(), [&](int vertex) { return level_of[vertex] != level_of[*level]; });
    level_start.push_back(static_cast<int>(group_start.size()));
    append_groups({level, end}, uses);
    level = end;
  }
  level_start.push_back(static_cast<int>(group_start.size()));
  group_start.push_back(static_cast<int>(vertices.size()));
}

void VertexSchedule::append_groups(std::span<const int> level, const Occurrences& uses) {
  std::size_t visits = 0;
  for (const int vertex : level) visits += uses.of(vertex).size();
  const std::size_t least = std::max<std::size_t>(visits / groups_per_level, least_visits);
  const auto first = static_cast<int>(level.data() - vertices.data());
  std::size_t in_group = 0;
  for (int i = 0; i < static_cast<int>(level.size()); ++i) {
    if (i == 0 || in_group >= least || first + i - group_start.back() == group_size) {
      group_start.push_back(first + i);
      in_group = 0;
    }
    in_group += uses.of(level[i]).size();
  }
}

}  // namespace simbench

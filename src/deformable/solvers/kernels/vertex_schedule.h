// The order in which a sweep moves the vertices (vertex_sweep.h), cut into tasks.
//
//   order    │ v₅ v₀ v₉ … │ v₁ v₇ … │ …     level by level: no two vertices of a level share an element
//   groups   │ 0     │ 1  │ 2       │       some vertices of a level; a task each
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/types.h"
#include "mesh/tet_mesh.h"

namespace simbench {

// The numbers of the elements of each vertex, ascending. `elements` lists the vertices of each element.
Occurrences elements_of_vertices(std::span<const std::span<const int>> elements, Index vertex_count);

// The order in which vertices move, cut into levels and groups.
struct VertexSchedule {
  static constexpr int group_size = 64;  // at most so many vertices
  // The groups of a level with few visits are small, so that several threads can share the level; but not so
  // small that many lanes of their last packs are free.
  static constexpr int groups_per_level = 8, least_visits = 128;

  Index vertex_count;            // of the mesh; held ones do not move
  std::vector<int> vertices;     // the vertices that move, level by level, within a level in the given order
  std::vector<int> group_start;  // where each group starts in `vertices`; groups + 1 entries
  std::vector<int> level_start;  // where each level starts in `group_start`; levels + 1 entries

  // Moving level after level gives the same result as moving one vertex after the other in `order`: the level
  // of a vertex is higher than the levels of all earlier vertices that share an element with it. uses: the
  // elements of each vertex of the mesh.
  VertexSchedule(std::span<const int> order, const Occurrences& uses, std::size_t element_count);

  std::span<const int> vertices_of(Index group) const {
    return std::span(vertices).subspan(group_start[group], group_start[group + 1] - group_start[group]);
  }

 private:
  void append_groups(std::span<const int> level, const Occurrences& uses);
};

}  // namespace simbench

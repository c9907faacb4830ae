// A vertex that moves visits each element that it is a corner of. The visits of the vertices of a group lie
// together, so that packs of them are computed at once. No law is seen here, so this is compiled once a
// stencil and lane type.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "deformable/solvers/kernels/vertex_schedule.h"
#include "math/lanes.h"
#include "mesh/tet_mesh.h"

namespace simbench {

// The visits of the vertices of a group: for each one, its place among the corners of all elements, and the
// column of its vertex in the blocks. The first visit of each vertex comes first, then the second ones, …, so
// that an addition to the sum of a vertex seldom waits for the one before. uses: the places of each vertex of
// the mesh.
struct GroupVisits {
  std::vector<int> places, columns;

  GroupVisits(const Occurrences& uses, std::span<const int> vertices);
};

template <class Stencil, class Number>
class VisitList {
 public:
  using Pack = typename Stencil::template Pack<Number>;
  struct Visits {
    Pack pack;
    typename Pack::ShapeGradient shape_gradient;  // of the visited vertex
    std::array<int, Pack::width> elements;        // unused lanes repeat the last one
    std::array<int, Pack::width> columns;         // of the vertices in the blocks
    int count;                                    // lanes in use
  };

  // `corners` are those of all elements, one after the other.
  VisitList(const Stencil& stencil, const std::vector<int>& corners, const VertexSchedule& schedule) {
    const Occurrences uses = occurrences(corners, schedule.vertex_count);
    visits_.reserve(corners.size() / Pack::width + schedule.group_start.size());
    for (Index group = 0; group + 1 < static_cast<Index>(schedule.group_start.size()); ++group) {
      first_.push_back(static_cast<int>(visits_.size()));
      const GroupVisits group_visits(uses, schedule.vertices_of(group));
      const std::span places(group_visits.places), columns(group_visits.columns);
      visit_count_ += static_cast<Index>(places.size());
      for (std::size_t i = 0; i < places.size(); i += Pack::width) {
        const std::size_t count = std::min<std::size_t>(Pack::width, places.size() - i);
        visits_.push_back(visit_pack(stencil, places.subspan(i, count), columns.subspan(i, count)));
      }
    }
    first_.push_back(static_cast<int>(visits_.size()));
  }

  std::span<const Visits> of_group(Index group) const {
    return std::span(visits_).subspan(first_[group], first_[group + 1] - first_[group]);
  }
  // The pairs of a vertex that moves and an element with it.
  Index count() const { return visit_count_; }

 private:
  static Visits visit_pack(const Stencil& stencil, std::span<const int> places,
                           std::span<const int> columns) {
    std::array<int, Pack::width> elements;
    for (std::size_t lane = 0; lane < elements.size(); ++lane)
      elements[lane] = places[std::min(lane, places.size() - 1)] / Pack::corner_count;
    Visits visits{stencil.template pack<Number>(elements), {}, elements, {}, static_cast<int>(places.size())};
    std::ranges::copy(columns, visits.columns.begin());
    for (int lane = 0; lane < Pack::width; ++lane) {
      const int place = places[std::min<std::size_t>(lane, places.size() - 1)];
      set_lane(visits.shape_gradient, lane,
               lane_of(visits.pack.shape_gradient(place % Pack::corner_count), lane));
    }
    return visits;
  }

  std::vector<Visits> visits_;
  Index visit_count_ = 0;
  std::vector<int> first_;  // where each group starts in visits_; groups + 1 entries
};

}  // namespace simbench

// Points of a body at rest chosen by where they are: which vertices anchors hold, which tets a region has.
#pragma once

#include <optional>
#include <variant>

#include "mesh/selections.h"
#include "mesh/tet_mesh.h"

namespace simbench {

namespace selections {

// One of the ways that go for all points, or of those that are added.
template <class... More>
struct Choice {
  using Kind = std::variant<Side<0, false>, Side<0, true>, Side<1, false>, Side<1, true>, Side<2, false>,
                            Side<2, true>, Plane, Box, Sphere, Nearest, Indices, All, More...>;
  Kind kind;

  void describe(config::Fields& fields);
  std::string_view name() const { return config::name_of(kind); }
  // The axis of "x_min" … "z_max": 0, 1, 2; nothing for the others.
  std::optional<int> side_axis() const;
  // Which of the points, ascending. A point counts as in what it misses by less than 1e-9 of the diagonal of all points. Throws
  // Error (usage) if nothing is selected, or if an index or a tag does not exist.
  std::vector<int> of(const SelectablePoints& points) const;
};

}  // namespace selections

// Of vertices, or of whatever has positions alone.
struct PointSelection : selections::Choice<> {
  // `what`: how messages call a point.
  std::vector<int> of(const Positions<double>& points, std::string_view what) const {
    return Choice::of({points, what});
  }
};

// Of tets, by their centroids, or by the tags that the mesh's file gives them.
struct TetSelection : selections::Choice<selections::Tag> {
  std::vector<int> of(const TetMesh& mesh) const {
    return Choice::of({tet_centroids(mesh), "tet", mesh.tags});
  }
};

}  // namespace simbench

// Selections of points of a body at rest: the vertices that anchors hold, or the tets of a region.
#pragma once

#include <optional>
#include <variant>

#include "mesh/selections.h"
#include "mesh/tet_mesh.h"

namespace simbench {

namespace selections {

// One way to choose points: a way that all selections have, or one of `More`.
template <class... More>
struct Choice {
  using Kind = std::variant<Side<0, false>, Side<0, true>, Side<1, false>, Side<1, true>, Side<2, false>,
                            Side<2, true>, Plane, Box, Sphere, Nearest, Indices, All, More...>;
  Kind kind;

  void describe(config::Fields& fields);
  std::string_view name() const { return config::name_of(kind); }
  // The axis of "x_min" … "z_max" (0, 1 or 2); empty for the other ways.
  std::optional<int> side_axis() const;
  // The numbers of the chosen points, ascending. A point that misses a shape by less than 1e-9 of the
  // diagonal of all points counts as inside. Throws Error (usage) if nothing is selected, or if an index or a
  // tag does not exist.
  std::vector<int> of(const SelectablePoints& points) const;
};

}  // namespace selections

// Selects vertices, or other points that have only positions.
struct PointSelection : selections::Choice<> {
  // Messages call a point `what`.
  std::vector<int> of(const Positions<double>& points, std::string_view what) const {
    return Choice::of({points, what});
  }
};

// Selects tets by their centroids, or by their tags in the mesh's file.
struct TetSelection : selections::Choice<selections::Tag> {
  std::vector<int> of(const TetMesh& mesh) const {
    return Choice::of({tet_centroids(mesh), "tet", mesh.tags});
  }
};

}  // namespace simbench

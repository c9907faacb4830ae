// Anchors of a scene: which vertices they hold and how they move. Anchors hold the vertices where they find
// them when a phase begins (at rest, for a preparation; in the start state, for the steps) and carry them
// along from there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/fields.h"
#include "energy/anchor_potential.h"
#include "mesh/point_selection.h"
#include "mesh/tet_mesh.h"

namespace simbench {

struct AnchorGroup {
  PointSelection vertices;
  bool rotates = false;
  Vector3<double> rotation_origin = Vector3<double>::Zero();  // a point of the axis [m]
  Vector3<double> rotation_axis = Vector3<double>::UnitX();
  double degrees_per_second = 0;                          // right-handed about the axis
  Vector3<double> translation = Vector3<double>::Zero();  // velocity [m/s]

  void describe(config::Fields& fields);
  // Where a point held at time 0 is carried to after `seconds`.
  Vector3<double> carried(const Vector3<double>& point, double seconds) const;
};

struct Anchors {
  std::optional<double> stiffness;  // k_s [N/m]; absent: the number that is the material's stiffness
  std::vector<AnchorGroup> groups;

  void describe(config::Fields& fields);
};

// The anchors of one phase, bound to the vertices they hold.
class HeldVertices {
 public:
  // `positions`: where the vertices are when the phase begins.
  HeldVertices(const Anchors& anchors, double material_stiffness, const TetMesh& mesh,
               const Positions<double>& positions);

  bool empty() const { return vertices_.empty(); }
  // The anchors `seconds` after the phase began.
  std::shared_ptr<const Potential<double>> potential(double seconds) const;

 private:
  double stiffness_;
  std::vector<AnchorGroup> groups_;
  std::vector<int> vertices_;
  std::vector<std::size_t> group_of_;  // of each vertex held
  Positions<double> held_;             // 3 × vertices held, at time 0 [m]
};

}  // namespace simbench

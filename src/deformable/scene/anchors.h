// Anchors of a scene: which vertices they hold and how they move. When a phase begins, anchors take the
// current positions of their vertices (at rest for a preparation, in the start state for the steps). From
// there they carry the vertices along.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/fields.h"
#include "deformable/energy/anchor_potential.h"
#include "deformable/problem/integrator.h"
#include "mesh/point_selection.h"
#include "mesh/tet_mesh.h"

namespace simbench {

struct Rotation {
  Vector3<double> origin = Vector3<double>::Zero();  // a point of the axis [m]
  Vector3<double> axis = Vector3<double>::UnitX();
  double degrees_per_second = 0;  // right-handed about the axis

  void describe(config::Fields& fields);
  bool operator==(const Rotation&) const = default;
};

// The place of a vertex when a phase begins.
struct Target {
  Vector3<double> point = Vector3<double>::Zero();  // [m]
  void describe(config::Fields& fields);
  bool operator==(const Target&) const = default;
};

struct AnchorGroup {
  PointSelection vertices;
  std::optional<Target> target;  // of all vertices; if empty, vertices are held at their current positions
  std::vector<Target> targets;   // or one per vertex, in the order of the selecting indices
  std::optional<Rotation> rotation;
  Vector3<double> translation = Vector3<double>::Zero();  // velocity [m/s]

  void describe(config::Fields& fields);
  bool moves_like(const AnchorGroup& other) const;
  // The place of a held vertex at time 0 if the vertex is at `found` when the phase begins [m].
  Vector3<double> start_of(int vertex, const Vector3<double>& found) const;
  // The place after `seconds` of a point that is held at `point` at time 0 [m].
  Vector3<double> carried(const Vector3<double>& point, double seconds) const;
};

// `material`: k_s of each anchor is Material::stiffness(). `hard`: vertices are held exactly.
enum class AnchorStiffness { material, hard };

struct Anchors {
  std::optional<double> stiffness;  // k_s [N/m]; if empty, the rule below applies
  AnchorStiffness stiffness_rule = AnchorStiffness::material;
  std::vector<AnchorGroup> groups;

  void describe(config::Fields& fields);
  bool are_hard() const { return !stiffness && stiffness_rule == AnchorStiffness::hard; }
  // [N/m]; infinite for hard anchors.
  double stiffness_on(double material_stiffness) const;
  // Throws Error (usage) if hard anchors hold every vertex, or if they hold one vertex in two groups that
  // move differently.
  void refuse_contradictions(const TetMesh& mesh) const;
};

// The anchors of one phase with the vertices that they hold.
class HeldVertices {
 public:
  // `positions`: the positions of all vertices when the phase begins. `turn` turns the targets about the
  // scene's origin.
  HeldVertices(const Anchors& anchors, double material_stiffness, const TetMesh& mesh,
               const Positions<double>& positions, const Matrix3<double>& turn = Matrix3<double>::Identity());

  // Adds the anchors to a system in their state `seconds` after the phase began: springs as one more
  // potential, hard anchors as held vertices.
  void hold(System& system, double seconds) const;

 private:
  Positions<double> targets(double seconds) const;  // 3 × held vertices [m]

  double stiffness_;  // [N/m]; infinite for hard anchors
  std::vector<AnchorGroup> groups_;
  std::vector<int> vertices_;
  std::vector<std::size_t> group_of_;  // one entry per held vertex
  Positions<double> held_;             // 3 × held vertices, at time 0 and without the turn [m]
  Matrix3<double> turn_;
};

}  // namespace simbench

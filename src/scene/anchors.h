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
#include "problem/integrator.h"

namespace simbench {

struct Rotation {
  Vector3<double> origin = Vector3<double>::Zero();  // a point of the axis [m]
  Vector3<double> axis = Vector3<double>::UnitX();
  double degrees_per_second = 0;  // right-handed about the axis

  void describe(config::Fields& fields);
  bool operator==(const Rotation&) const = default;
};

// Where a vertex is to be when a phase begins.
struct Target {
  Vector3<double> point = Vector3<double>::Zero();  // [m]
  void describe(config::Fields& fields);
  bool operator==(const Target&) const = default;
};

struct AnchorGroup {
  PointSelection vertices;
  std::optional<Target> target;  // of all of them; without it they are held where they are found
  std::vector<Target> targets;   // or of each, in the order of the indices that select them
  std::optional<Rotation> rotation;
  Vector3<double> translation = Vector3<double>::Zero();  // velocity [m/s]

  void describe(config::Fields& fields);
  bool moves_like(const AnchorGroup& other) const;
  // Where `vertex`, one of those held, is at time 0, if it is found at `found` [m].
  Vector3<double> start_of(int vertex, const Vector3<double>& found) const;
  // Where a point held at time 0 is carried to after `seconds`.
  Vector3<double> carried(const Vector3<double>& point, double seconds) const;
};

// `material`: k_s of each anchor is the number that is the material's stiffness; `hard`: vertices are held exactly.
enum class AnchorStiffness { material, hard };

struct Anchors {
  std::optional<double> stiffness;  // k_s [N/m], instead of a rule
  AnchorStiffness stiffness_rule = AnchorStiffness::material;
  std::vector<AnchorGroup> groups;

  void describe(config::Fields& fields);
  bool are_hard() const { return !stiffness && stiffness_rule == AnchorStiffness::hard; }
  // Infinite if they are hard [N/m].
  double stiffness_on(double material_stiffness) const;
  // Throws Error (usage) if hard anchors hold every vertex, or one vertex in two groups that move differently.
  void refuse_contradictions(const TetMesh& mesh) const;
};

// The anchors of one phase, bound to the vertices they hold.
class HeldVertices {
 public:
  // `positions`: where the vertices are when the phase begins.
  HeldVertices(const Anchors& anchors, double material_stiffness, const TetMesh& mesh,
               const Positions<double>& positions);

  // Adds to a system the anchors as they are `seconds` after the phase began: springs are a potential more, hard anchors hold vertices.
  void hold(System& system, double seconds) const;

 private:
  Positions<double> targets(double seconds) const;  // 3 × vertices held [m]

  double stiffness_;  // [N/m]; infinite: hard
  std::vector<AnchorGroup> groups_;
  std::vector<int> vertices_;
  std::vector<std::size_t> group_of_;  // of each vertex held
  Positions<double> held_;             // 3 × vertices held, at time 0 [m]
};

}  // namespace simbench

// A contact of two points, c = n·δp + gap + margin ≥ 0 with Λ ≥ 0 and a normal n that is fixed in the world
// (Waterson 2026, Eq. 5.29), with Coulomb friction (friction.h) and restitution (restitution.h). The points
// are given by the scene, or found from the shapes of the bodies (contacts/contact_finder.h).
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Contact : ConstraintBase<1> {
  static constexpr std::string_view name = "contact";
  Vector3<double> normal = Vector3<double>::UnitZ();  // n, from the second body to the first
  std::array<Vector3<double>, 2> points = {Vector3<double>::Zero(),
                                           Vector3<double>::Zero()};  // of each body [m]
  // True if the point rotates with the body, like a corner; false if its direction in the world is fixed,
  // like the lowest point of a ball.
  std::array<bool, 2> turns = {true, true};
  // The surface of a body is this far from its point, towards the other body, as in a ball about the point
  // [m].
  std::array<double, 2> radii = {0, 0};
  double gap = 0;                                    // of the surfaces where the points coincide [m]
  double margin = 0;                                 // overlap of bodies that rest [m]
  double static_friction = 0, dynamic_friction = 0;  // ν_s ≥ ν_d
  double restitution = 0;                            // e

  Contact() { lower_bound = 0; }

  // From the body's centre to its surface, in the world frame.
  Vector3<double> arm(int b, std::span<const Pose> poses) const {
    const Vector3<double> point = turns[b] ? poses[bodies[b]].in_world(points[b]) : points[b];
    return radii[b] == 0 ? point : Vector3<double>(point + (b == 0 ? -radii[b] : radii[b]) * normal);
  }
  // The part of the arm that turns with the body.
  Vector3<double> lever(int b, std::span<const Pose> poses) const {
    return turns[b] ? poses[bodies[b]].in_world(points[b]) : Vector3<double>(Vector3<double>::Zero());
  }
  Along along(const Vector3<double>& delta) const { return {normal.dot(delta) + gap + margin, normal}; }
  Linear linearise(std::span<const Pose> poses) const { return linearise_along(*this, poses); }
};

}  // namespace simbench::rigid

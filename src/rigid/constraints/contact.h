// A contact of two points, c = n·δp + gap + margin ≥ 0 with Λ ≥ 0 and a normal n that is fixed in the world
// (Waterson 2026, Eq. 5.29), with Coulomb friction (friction.h) and restitution (restitution.h). The points
// are given by the scene, or found from the shapes of the bodies (contacts/contact_finder.h).
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Contact : ConstraintBase<Real, 1> {
  static constexpr std::string_view name = "contact";
  Vector3<Real> normal = Vector3<Real>::UnitZ();  // n, from the second body to the first
  std::array<Vector3<Real>, 2> points = {Vector3<Real>::Zero(), Vector3<Real>::Zero()};  // of each body [m]
  // True if the point rotates with the body, like a corner; false if its direction in the world is fixed,
  // like the lowest point of a ball.
  std::array<bool, 2> turns = {true, true};
  // The surface of a body is this far from its point, towards the other body, as in a ball about the point
  // [m].
  std::array<Real, 2> radii = {0, 0};
  Real gap = 0;                                    // of the surfaces where the points coincide [m]
  Real margin = 0;                                 // overlap of bodies that rest [m]
  Real static_friction = 0, dynamic_friction = 0;  // ν_s ≥ ν_d
  Real restitution = 0;                            // e

  Contact() { this->lower_bound = 0; }

  // From the body's centre to its surface, in the world frame.
  Vector3<Real> arm(int b, std::span<const Pose<Real>> poses) const {
    const Vector3<Real> point = turns[b] ? poses[this->bodies[b]].in_world(points[b]) : points[b];
    return radii[b] == 0 ? point : Vector3<Real>(point + (b == 0 ? -radii[b] : radii[b]) * normal);
  }
  // The part of the arm that turns with the body.
  Vector3<Real> lever(int b, std::span<const Pose<Real>> poses) const {
    return turns[b] ? poses[this->bodies[b]].in_world(points[b]) : Vector3<Real>(Vector3<Real>::Zero());
  }
  Along<Real> along(const Vector3<Real>& delta) const { return {normal.dot(delta) + gap + margin, normal}; }
  typename ConstraintBase<Real, 1>::Linear linearise(std::span<const Pose<Real>> poses) const {
    return linearise_along(*this, poses);
  }
};

}  // namespace simbench::rigid

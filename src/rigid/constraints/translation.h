// The position of a point of the second body along a direction a that turns with the first body, seen from a
// point of the first body: c = a·(p_j − p_i) − s₀ with p = x + r. It is the coordinate of a slider. As a
// limit, it keeps c ≥ 0, c ≤ 0 or 0 ≤ c ≤ slack.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Translation : ConstraintBase<Real, 1> {
  static constexpr std::string_view name = "translation";
  Vector3<Real> direction = Vector3<Real>::UnitX();  // a, of unit length, in the frame of the first body
  std::array<Vector3<Real>, 2> points = {Vector3<Real>::Zero(),
                                         Vector3<Real>::Zero()};  // r₀ of each body [m]
  Real translation = 0;                                           // s₀ [m]

  Vector3<Real> arm(int b, std::span<const Pose<Real>> poses) const {
    return poses[this->bodies[b]].in_world(points[b]);
  }
  // The vector that turns with a body in c; the direction a turns with the first body, too.
  Vector3<Real> lever(int b, std::span<const Pose<Real>> poses) const {
    const Pose<Real>& j = poses[this->bodies[1]];
    return b == 0 ? Vector3<Real>(j.position + arm(1, poses) - poses[this->bodies[0]].position)
                  : arm(1, poses);
  }
  typename ConstraintBase<Real, 1>::Linear linearise(std::span<const Pose<Real>> poses) const {
    const Pose<Real>&i = poses[this->bodies[0]], &j = poses[this->bodies[1]];
    const Vector3<Real> a = i.in_world(direction), ri = arm(0, poses), rj = arm(1, poses);
    const Vector3<Real> from_centre = j.position + rj - i.position;  // p_j − x_i
    typename ConstraintBase<Real, 1>::Linear result;
    result.error[0] = a.dot(from_centre - ri) - translation;
    result.linear = {-a.transpose(), a.transpose()};
    result.angular = {a.cross(from_centre).transpose(), rj.cross(a).transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

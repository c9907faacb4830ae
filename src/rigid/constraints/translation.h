// The position of a point of the second body along a direction a that turns with the first body, seen from a
// point of the first body: c = a·(p_j − p_i) − s₀ with p = x + r. It is the coordinate of a slider. As a
// limit, it keeps c ≥ 0, c ≤ 0 or 0 ≤ c ≤ slack.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Translation : ConstraintBase<1> {
  static constexpr std::string_view name = "translation";
  Vector3<double> direction = Vector3<double>::UnitX();  // a, of unit length, in the frame of the first body
  std::array<Vector3<double>, 2> points = {Vector3<double>::Zero(),
                                           Vector3<double>::Zero()};  // r₀ of each body [m]
  double translation = 0;                                             // s₀ [m]

  Vector3<double> arm(int b, std::span<const Pose> poses) const {
    return poses[bodies[b]].in_world(points[b]);
  }
  // The vector that turns with a body in c; the direction a turns with the first body, too.
  Vector3<double> lever(int b, std::span<const Pose> poses) const {
    const Pose& j = poses[bodies[1]];
    return b == 0 ? Vector3<double>(j.position + arm(1, poses) - poses[bodies[0]].position) : arm(1, poses);
  }
  Linear linearise(std::span<const Pose> poses) const {
    const Pose &i = poses[bodies[0]], &j = poses[bodies[1]];
    const Vector3<double> a = i.in_world(direction), ri = arm(0, poses), rj = arm(1, poses);
    const Vector3<double> from_centre = j.position + rj - i.position;  // p_j − x_i
    Linear result;
    result.error[0] = a.dot(from_centre - ri) - translation;
    result.linear = {-a.transpose(), a.transpose()};
    result.angular = {a.cross(from_centre).transpose(), rj.cross(a).transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

// A ball joint, which holds a point of one body at a point of another: c = x_i + r_i − x_j − r_j − L with an
// offset L that is fixed in the world (Waterson 2026, Sec. 5.1, in vector form).
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Point : ConstraintBase<3> {
  static constexpr std::string_view name = "point";
  std::array<Vector3<double>, 2> points = {Vector3<double>::Zero(),
                                           Vector3<double>::Zero()};  // r₀ of each body [m]
  Vector3<double> offset = Vector3<double>::Zero();                   // L [m]

  // From the body's centre to its point, in the world frame.
  Vector3<double> arm(int b, std::span<const Pose> poses) const {
    return poses[bodies[b]].in_world(points[b]);
  }
  Linear linearise(std::span<const Pose> poses) const {
    const Pose &i = poses[bodies[0]], &j = poses[bodies[1]];
    const Vector3<double> ri = i.in_world(points[0]), rj = j.in_world(points[1]);
    const Matrix3<double> one = Matrix3<double>::Identity();
    return {i.position + ri - j.position - rj - offset, {one, -one}, {-cross_matrix(ri), cross_matrix(rj)}};
  }
};

}  // namespace simbench::rigid

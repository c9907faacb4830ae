// A ball joint, which holds a point of one body at a point of another: c = x_i + r_i − x_j − r_j − L with an
// offset L that is fixed in the world (Waterson 2026, Sec. 5.1, in vector form).
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Point : ConstraintBase<Real, 3> {
  static constexpr std::string_view name = "point";
  std::array<Vector3<Real>, 2> points = {Vector3<Real>::Zero(),
                                         Vector3<Real>::Zero()};  // r₀ of each body [m]
  Vector3<Real> offset = Vector3<Real>::Zero();                   // L [m]

  // From the body's centre to its point, in the world frame.
  Vector3<Real> arm(int b, std::span<const Pose<Real>> poses) const {
    return poses[this->bodies[b]].in_world(points[b]);
  }
  typename ConstraintBase<Real, 3>::Linear linearise(std::span<const Pose<Real>> poses) const {
    const Pose<Real>&i = poses[this->bodies[0]], &j = poses[this->bodies[1]];
    const Vector3<Real> ri = i.in_world(points[0]), rj = j.in_world(points[1]);
    const Matrix3<Real> one = Matrix3<Real>::Identity();
    return {i.position + ri - j.position - rj - offset, {one, -one}, {-cross_matrix(ri), cross_matrix(rj)}};
  }
};

}  // namespace simbench::rigid

// Joins two points along a direction e that is fixed in the world: c = e·δp + c₀ with
// δp = x_i + r_i − x_j − r_j. It is the joint of a straight chain, whose theory is linear (Waterson 2026, Ch.
// 8), and one row of a ball joint.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Axial : ConstraintBase<1> {
  static constexpr std::string_view name = "axial";
  Vector3<double> direction = Vector3<double>::UnitX();  // e
  std::array<Vector3<double>, 2> points = {Vector3<double>::Zero(),
                                           Vector3<double>::Zero()};  // r₀ of each body [m]
  double offset = 0;                                                  // c₀ [m]

  Vector3<double> arm(int b, std::span<const Pose> poses) const {
    return poses[bodies[b]].in_world(points[b]);
  }
  Along along(const Vector3<double>& delta) const { return {direction.dot(delta) + offset, direction}; }
  Linear linearise(std::span<const Pose> poses) const { return linearise_along(*this, poses); }
};

}  // namespace simbench::rigid

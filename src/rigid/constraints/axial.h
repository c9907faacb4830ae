// Joins two points along a direction e that is fixed in the world: c = e·δp + c₀ with
// δp = x_i + r_i − x_j − r_j. It is the joint of a straight chain, whose theory is linear (Waterson 2026, Ch.
// 8), and one row of a ball joint.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Axial : ConstraintBase<Real, 1> {
  static constexpr std::string_view name = "axial";
  Vector3<Real> direction = Vector3<Real>::UnitX();  // e
  std::array<Vector3<Real>, 2> points = {Vector3<Real>::Zero(),
                                         Vector3<Real>::Zero()};  // r₀ of each body [m]
  Real offset = 0;                                                // c₀ [m]

  Vector3<Real> arm(int b, std::span<const Pose<Real>> poses) const {
    return poses[this->bodies[b]].in_world(points[b]);
  }
  Along<Real> along(const Vector3<Real>& delta) const { return {direction.dot(delta) + offset, direction}; }
  typename ConstraintBase<Real, 1>::Linear linearise(std::span<const Pose<Real>> poses) const {
    return linearise_along(*this, poses);
  }
};

}  // namespace simbench::rigid

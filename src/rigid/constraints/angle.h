// The angle from a direction b_i of one body to a direction b_j of another about an axis a that both share:
// c = atan2((b_i × b_j)·a, b_i·b_j) − φ₀. This is the angle of a hinge; another constraint aligns the axis.
// If the constraint is a limit, φ₀ is the smallest (Λ ≥ 0) or the largest (Λ ≤ 0) angle.
#pragma once

#include <numbers>

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Angle : ConstraintBase<Real, 1> {
  static constexpr std::string_view name = "angle";
  Vector3<Real> axis = Vector3<Real>::UnitZ();  // a, in the frame of the first body
  std::array<Vector3<Real>, 2> directions = {Vector3<Real>::UnitX(),
                                             Vector3<Real>::UnitX()};  // b of each body, perpendicular to a
  Real angle = 0;                                                      // φ₀ [rad]

  Angle() { this->measure = Measure::angle; }

  // The angle of an equation is known up to whole turns; that of limits lies between −π and π.
  typename ConstraintBase<Real, 1>::Linear linearise(std::span<const Pose<Real>> poses) const {
    const Pose<Real>& i = poses[this->bodies[0]];
    const Vector3<Real> a = i.in_world(axis), bi = i.in_world(directions[0]);
    const Vector3<Real> bj = poses[this->bodies[1]].in_world(directions[1]);
    typename ConstraintBase<Real, 1>::Linear result;
    result.error[0] = std::atan2(bi.cross(bj).dot(a), bi.dot(bj)) - angle;
    if (!this->is_limit()) result.error[0] = std::remainder(result.error[0], 2 * std::numbers::pi_v<Real>);
    result.linear.fill(Eigen::Matrix<Real, 1, 3>::Zero());
    result.angular = {-a.transpose(), a.transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

// The angle between an axis of one body and an axis of another: c = atan2(|u|, n_i·n_j) − φ₀ with u = n_i ×
// n_j (Waterson 2026, Eq. 5.54 with the corrected signs of Eq. 5.55). With φ₀ = 0 it aligns the axes; as a
// limit, it keeps one axis in a cone about the other. For aligned axes there is no gradient. For opposite
// axes, rounding decides its direction.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Axis : ConstraintBase<Real, 1> {
  static constexpr std::string_view name = "axis";
  std::array<Vector3<Real>, 2> axes = {Vector3<Real>::UnitX(),
                                       Vector3<Real>::UnitX()};  // of unit length, in the frame of each body
  Real angle = 0;                                                // φ₀ [rad]

  Axis() { this->measure = Measure::angle; }

  typename ConstraintBase<Real, 1>::Linear linearise(std::span<const Pose<Real>> poses) const {
    const Vector3<Real> ni = poses[this->bodies[0]].in_world(axes[0]),
                        nj = poses[this->bodies[1]].in_world(axes[1]);
    const Vector3<Real> u = ni.cross(nj);
    const Real sine = u.norm();
    typename ConstraintBase<Real, 1>::Linear result;
    result.error[0] = std::atan2(sine, ni.dot(nj)) - angle;
    result.has_gradient = sine > 0;
    const Vector3<Real> w = result.has_gradient ? Vector3<Real>(u / sine) : Vector3<Real>::Zero();
    result.linear.fill(Eigen::Matrix<Real, 1, 3>::Zero());
    result.angular = {-w.transpose(), w.transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

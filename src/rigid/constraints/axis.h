// The angle between an axis of one body and an axis of another: c = atan2(|u|, n_i·n_j) − φ₀ with u = n_i ×
// n_j (Waterson 2026, Eq. 5.54 with the corrected signs of Eq. 5.55). With φ₀ = 0 it aligns the axes; as a
// limit, it keeps one axis in a cone about the other. For aligned axes there is no gradient. For opposite
// axes, rounding decides its direction.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Axis : ConstraintBase<1> {
  static constexpr std::string_view name = "axis";
  std::array<Vector3<double>, 2> axes = {
      Vector3<double>::UnitX(), Vector3<double>::UnitX()};  // of unit length, in the frame of each body
  double angle = 0;                                         // φ₀ [rad]

  Axis() { measure = Measure::angle; }

  Linear linearise(std::span<const Pose> poses) const {
    const Vector3<double> ni = poses[bodies[0]].in_world(axes[0]), nj = poses[bodies[1]].in_world(axes[1]);
    const Vector3<double> u = ni.cross(nj);
    const double sine = u.norm();
    Linear result;
    result.error[0] = std::atan2(sine, ni.dot(nj)) - angle;
    result.has_gradient = sine > 0;
    const Vector3<double> w = result.has_gradient ? Vector3<double>(u / sine) : Vector3<double>::Zero();
    result.linear.fill(Eigen::Matrix<double, 1, 3>::Zero());
    result.angular = {-w.transpose(), w.transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

// Keeps the orientation of the second body in the frame of the first, q_j = q_i d: c = log(q_i d q_j⁻¹), a
// rotation vector in the world frame. At half a turn, rounding decides its direction.
#pragma once

#include <Eigen/LU>

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Orientation : ConstraintBase<3> {
  static constexpr std::string_view name = "orientation";
  Quaternion orientation = Quaternion::Identity();  // d, of unit length

  Orientation() { measure = Measure::angle; }

  Linear linearise(std::span<const Pose> poses) const {
    const Quaternion &qi = poses[bodies[0]].orientation, &qj = poses[bodies[1]].orientation;
    Linear result;
    result.error = logarithm(qi * orientation * qj.conjugate());
    result.linear.fill(Matrix3<double>::Zero());
    // exp(dθ_i) exp(c) exp(−dθ_j) = exp(c + J_L⁻¹ dθ_i − J_L⁻ᵀ dθ_j) to first order.
    const Matrix3<double> inverse = left_jacobian(result.error).inverse();
    result.angular = {inverse, -inverse.transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

// Keeps the orientation of the second body in the frame of the first, q_j = q_i d: c = log(q_i d q_j⁻¹), a
// rotation vector in the world frame. At half a turn, rounding decides its direction.
#pragma once

#include <Eigen/LU>

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Orientation : ConstraintBase<Real, 3> {
  static constexpr std::string_view name = "orientation";
  Quaternion<Real> orientation = Quaternion<Real>::Identity();  // d, of unit length

  Orientation() { this->measure = Measure::angle; }

  typename ConstraintBase<Real, 3>::Linear linearise(std::span<const Pose<Real>> poses) const {
    const Quaternion<Real>&qi = poses[this->bodies[0]].orientation, &qj = poses[this->bodies[1]].orientation;
    typename ConstraintBase<Real, 3>::Linear result;
    result.error = logarithm<Real>(qi * orientation * qj.conjugate());
    result.linear.fill(Matrix3<Real>::Zero());
    // exp(dθ_i) exp(c) exp(−dθ_j) = exp(c + J_L⁻¹ dθ_i − J_L⁻ᵀ dθ_j) to first order.
    const Matrix3<Real> inverse = left_jacobian<Real>(result.error).inverse();
    result.angular = {inverse, -inverse.transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

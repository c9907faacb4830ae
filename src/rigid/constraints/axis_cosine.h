// The axis constraint of axis.h with the cosine, c = n_i·n_j − 1 (Waterson 2026, Sec. 5.7). Its gradient
// tends to zero with the angle.
#pragma once

#include "rigid/constraints/axis.h"

namespace simbench::rigid {

template <class Real>
struct AxisCosine : Axis<Real> {
  static constexpr std::string_view name = "axis_cosine";

  typename Axis<Real>::Linear linearise(std::span<const Pose<Real>> poses) const {
    const Vector3<Real> ni = poses[this->bodies[0]].in_world(this->axes[0]),
                        nj = poses[this->bodies[1]].in_world(this->axes[1]);
    const Vector3<Real> u = ni.cross(nj);
    typename Axis<Real>::Linear result;
    result.error[0] = ni.dot(nj) - 1;
    result.has_gradient = u.squaredNorm() > 0;
    result.linear.fill(Eigen::Matrix<Real, 1, 3>::Zero());
    result.angular = {u.transpose(), -u.transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

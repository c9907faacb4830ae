// The axis constraint of axis.h with the cosine, c = n_i·n_j − 1 (Waterson 2026, Sec. 5.7). Its gradient
// tends to zero with the angle.
#pragma once

#include "rigid/constraints/axis.h"

namespace simbench::rigid {

struct AxisCosine : Axis {
  static constexpr std::string_view name = "axis_cosine";

  Linear linearise(std::span<const Pose> poses) const {
    const Vector3<double> ni = poses[bodies[0]].in_world(axes[0]), nj = poses[bodies[1]].in_world(axes[1]);
    const Vector3<double> u = ni.cross(nj);
    Linear result;
    result.error[0] = ni.dot(nj) - 1;
    result.has_gradient = u.squaredNorm() > 0;
    result.linear.fill(Eigen::Matrix<double, 1, 3>::Zero());
    result.angular = {u.transpose(), -u.transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

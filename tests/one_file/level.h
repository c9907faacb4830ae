// Keeps the centres of two bodies at the same height, c = z_i − z_j. An example of a constraint.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Level : ConstraintBase<1> {
  static constexpr std::string_view name = "level";
  double offset = 0;  // z_i − z_j [m]

  Linear linearise(std::span<const Pose> poses) const {
    const Vector3<double> up = Vector3<double>::UnitZ();
    Linear result;
    result.error[0] = poses[bodies[0]].position.z() - poses[bodies[1]].position.z() - offset;
    result.linear = {up.transpose(), -up.transpose()};
    result.angular.fill(Eigen::Matrix<double, 1, 3>::Zero());
    return result;
  }
};

}  // namespace simbench::rigid

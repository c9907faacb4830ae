// Keeps the centres of two bodies at the same height, c = z_i − z_j. An example of a constraint.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Level : ConstraintBase<Real, 1> {
  static constexpr std::string_view name = "level";
  Real offset = 0;  // z_i − z_j [m]

  typename ConstraintBase<Real, 1>::Linear linearise(std::span<const Pose<Real>> poses) const {
    const Vector3<Real> up = Vector3<Real>::UnitZ();
    typename ConstraintBase<Real, 1>::Linear result;
    result.error[0] = poses[this->bodies[0]].position.z() - poses[this->bodies[1]].position.z() - offset;
    result.linear = {up.transpose(), -up.transpose()};
    result.angular.fill(Eigen::Matrix<Real, 1, 3>::Zero());
    return result;
  }
};

}  // namespace simbench::rigid

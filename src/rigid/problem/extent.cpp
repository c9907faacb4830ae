#include "rigid/problem/extent.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace simbench::rigid {

double extent(const World& world) {
  const Poses<double>& poses = world.state.poses;
  Eigen::AlignedBox3d box;
  double asked = 0;
  for (int b = 0; b < world.system.world(); ++b) {
    if (world.system.bodies[b].inertia.translates()) box.extend(poses[b].position);
  }
  world.system.constraints.for_each([&](const auto& constraint, Index) {
    if constexpr (requires { constraint.arm(0, poses); }) {
      for (int b = 0; b < 2; ++b)
        box.extend(Vector3<double>(poses[constraint.bodies[b]].position + constraint.arm(b, poses)));
    }
    if (constraint.measure == Measure::length) asked = std::max(asked, constraint.slack);
    if constexpr (requires { constraint.length; }) asked = std::max(asked, constraint.length);
    if constexpr (requires { constraint.translation; })
      asked = std::max(asked, std::abs(constraint.translation));
    if constexpr (requires { constraint.offset.norm(); }) {
      asked = std::max(asked, constraint.offset.norm());
    } else if constexpr (requires { constraint.offset; }) {
      asked = std::max(asked, std::abs(constraint.offset));
    }
    if constexpr (requires { constraint.volume; })
      asked = std::max(asked, std::cbrt(std::abs(constraint.volume)));
  });
  return std::max(box.diagonal().norm(), asked);
}

}  // namespace simbench::rigid

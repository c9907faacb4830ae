#include "rigid/problem/extent.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace simbench::rigid {

double extent(const World& world) {
  const Poses& poses = world.state.poses;
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

double length_unit(const StepProblem& problem) {
  const Poses& poses = problem.predicted;
  double of_moving = 0, of_all = 0;
  problem.constraints.for_each([&](const auto& constraint, Index) {
    for (int a = 0; a < constraint.body_count; ++a) {
      const int body = constraint.bodies[a];
      const bool moves = problem.inertias[body].translates();
      const auto note = [&](double length, bool is_of_moving) {
        of_all = std::max(of_all, length);
        if (is_of_moving) of_moving = std::max(of_moving, length);
      };
      if constexpr (requires { constraint.arm(0, poses); }) note(constraint.arm(a, poses).norm(), moves);
      for (int b = 0; b < a; ++b) {
        const int other = constraint.bodies[b];
        note((poses[body].position - poses[other].position).norm(),
             moves && problem.inertias[other].translates());
      }
    }
  });
  const double longest = of_moving > 0 ? of_moving : of_all;  // the world may be far away
  if (!(longest > 0) || !std::isfinite(longest)) return 1;
  return std::ldexp(1., std::ilogb(longest));
}

}  // namespace simbench::rigid

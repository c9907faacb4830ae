// Boxes with joints, for tests of rigid bodies.
#pragma once

#include "rigid/problem/system.h"
#include "rigid/scene/joints.h"

namespace simbench::rigid {

template <class Joint>
void add(const Joint& joint, const std::array<int, 2>& bodies, World& world) {
  const TwoPoses poses = {{world.state.poses[bodies[0]], world.state.poses[bodies[1]]},
                          bodies[0] == world.system.world() ? 1 : 0};
  joint.rows(poses).for_each([&]<class Constraint>(Constraint row, Index) {
    if constexpr (Constraint::body_count == 2) row.bodies = bodies;
    world.system.constraints.push_back(row);
  });
}

// Boxes of 2 kg at the given poses, and the world as the last body.
inline World boxes_at(const Poses& poses) {
  World world;
  for (const Pose& pose : poses) {
    world.system.bodies.push_back({"box", {0.5, box_inertia(2, {1, 0.4, 0.3}).cwiseInverse()}});
    world.state.poses.push_back(pose);
  }
  world.system.bodies.push_back({"world", {}});
  world.state.poses.emplace_back();
  world.state.velocities.resize(world.state.poses.size());
  return world;
}

}  // namespace simbench::rigid

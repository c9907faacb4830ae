// Chains for tests of rigid bodies.
#pragma once

#include "rigid/scene/chain.h"

namespace simbench::rigid {

struct StraightChain {
  int bodies = 10;
  double mass = 1;            // of each body except the two ends [kg]
  double end_mass_ratio = 1;  // R
  bool anchored = false;
  double violation = 1;  // c of each joint at the start of the step [m]
};

inline World straight_chain(const StraightChain& chain) {
  return Chain{.bodies = chain.bodies,
               .joint = AxialJoints{{chain.violation}},
               .mass = {chain.mass},
               .end_mass_ratio = chain.end_mass_ratio,
               .anchored = chain.anchored}
      .build();
}

// One body per pose.
inline World jointed_boxes(const Vector3<double>& edges, double mass, double end_mass_ratio,
                           const Poses& poses) {
  PointJoints joints{.box = edges};
  for (const Pose& pose : poses) {
    joints.positions.push_back(pose.position);
    joints.orientations.push_back(pose.orientation);
  }
  return Chain{.bodies = static_cast<int>(poses.size()),
               .joint = joints,
               .mass = {mass},
               .end_mass_ratio = end_mass_ratio}
      .build();
}

}  // namespace simbench::rigid

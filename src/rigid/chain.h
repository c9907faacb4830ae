// Chains: bodies in a row, each joined to the next (Waterson 2026, Ch. 8).
#pragma once

#include "rigid/system.h"

namespace simbench::rigid {

// Bodies without rotation, a metre apart along x, joined by axial constraints: the linear problem A Λ = −c of Sec. 8.1.
struct StraightChain {
  int bodies = 10;
  double mass = 1;            // of each body but the ends [kg]
  double end_mass_ratio = 1;  // R: the two ends have R times that mass
  bool anchored = false;      // the first one is tied to the world, too
  double violation = 1;       // c of each joint where the step begins [m]
};

struct ChainSystem {
  System system;
  State state;  // at rest
};

ChainSystem straight_chain(const StraightChain& chain);

// Boxes of these edges and this mass whose joints are at both ends of their x axes; poses as given, one a body.
ChainSystem jointed_boxes(const Vector3<double>& edges, double mass, double end_mass_ratio,
                          const Poses<double>& poses);

}  // namespace simbench::rigid

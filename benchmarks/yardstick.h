// The yardstick of rows without a baseline: work that never changes and takes turns with the solver. A row's
// time relative to it tells a slower solver from a slower machine.
#pragma once

#include "race.h"

namespace simbench::benchmarks {

// An iteration computes 32 closest rotations as the baseline does, by Eigen::JacobiSVD.
Contestant decompositions();

}  // namespace simbench::benchmarks

// Pairs of bodies that are close enough to touch in a step.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <vector>

#include "math/types.h"

namespace simbench::rigid {

using Bounds = Eigen::AlignedBox3d;  // an empty one meets no other

// Pairs (i, k) with i > k whose bounds meet, in rising order. Sweeps along the axis on which the centres are
// spread most, so that the time for n bodies in a row, a heap or a tower is proportional to n log n.
std::vector<std::array<int, 2>> meeting_pairs(const std::vector<Bounds>& bounds);

}  // namespace simbench::rigid

// Axis-aligned boxes, and which of them overlap: a grid of cells, as wide as boxes are on average, in which a
// box looks only at the boxes of its own cells. It is ours because the libraries for it that Debian packages
// (FCL, Embree, CGAL) weigh more than the rest of this program.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "math/types.h"

namespace simbench {

struct Box {
  Vector3<double> low, high;  // [m]
  bool overlaps(const Box& other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
};

// Whether (i, j) is a pair at all.
using PairFilter = std::function<bool(int i, int j)>;

// The pairs (i, j) of boxes a[i] and b[j] that overlap, in ascending order; `only_later`: those with i < j.
std::vector<std::array<int, 2>> overlaps(
    const std::vector<Box>& a, const std::vector<Box>& b,
    const PairFilter& is_pair = [](int, int) { return true; }, bool only_later = false);

}  // namespace simbench

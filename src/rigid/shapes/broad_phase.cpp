#include "rigid/shapes/broad_phase.h"

#include <algorithm>

namespace simbench::rigid {

namespace {

int axis_of_largest_spread(const std::vector<Bounds>& bounds, const std::vector<int>& bodies) {
  Vector3<double> mean = Vector3<double>::Zero(), squares = Vector3<double>::Zero();
  for (const int body : bodies) mean += bounds[body].center() / static_cast<double>(bodies.size());
  for (const int body : bodies) squares += (bounds[body].center() - mean).cwiseAbs2();
  int axis = 0;
  squares.maxCoeff(&axis);
  return axis;
}

}  // namespace

std::vector<std::array<int, 2>> meeting_pairs(const std::vector<Bounds>& bounds) {
  std::vector<int> order;
  for (int body = 0; body < static_cast<int>(bounds.size()); ++body) {
    if (!bounds[body].isEmpty()) order.push_back(body);
  }
  const int axis = axis_of_largest_spread(bounds, order);
  std::ranges::sort(order, [&](int a, int b) {
    return std::pair(bounds[a].min()[axis], a) < std::pair(bounds[b].min()[axis], b);
  });
  std::vector<std::array<int, 2>> pairs;
  std::vector<int> open;  // bodies whose interval on the axis has begun and not ended
  for (const int body : order) {
    std::erase_if(open, [&](int other) { return bounds[other].max()[axis] < bounds[body].min()[axis]; });
    for (const int other : open) {
      if (bounds[body].intersects(bounds[other]))
        pairs.push_back({std::max(body, other), std::min(body, other)});
    }
    open.push_back(body);
  }
  std::ranges::sort(pairs);
  return pairs;
}

}  // namespace simbench::rigid

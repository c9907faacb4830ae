// A vertex and a triangle, or two edges, that are near each other.
#pragma once

#include <array>

#include "deformable/contact/closest_points.h"

namespace simbench {

struct ContactPair {
  std::array<int, 4> vertices;  // the vertex and the triangle's, or those of both edges
  bool is_of_edges;
  double threshold;   // of the mollifier of edges [m⁴]
  double weight = 1;  // of its energy: 1, or an area [m²]

  FourPoints corners(const Positions<double>& positions) const { return positions(Eigen::all, vertices); }
  ClosestPoints closest(const FourPoints& x) const {
    return is_of_edges ? closest_points_of_edges(x) : closest_points_of_triangle(x);
  }
};

}  // namespace simbench

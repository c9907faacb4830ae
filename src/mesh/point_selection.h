// Points of a mesh chosen by where they are: which vertices anchors hold, which tets a region has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/fields.h"
#include "math/types.h"

namespace simbench {

// Points of the body at rest chosen by their position: vertices, or centroids of tets.
struct PointSelection {
  std::string select = "x_min";  // x_min … z_max, plane, box, sphere, nearest, indices, all
  Vector3<double> minimum = Vector3<double>::Zero();  // of a box [m]
  Vector3<double> maximum = Vector3<double>::Zero();  // [m]
  Vector3<double> point =
      Vector3<double>::Zero();  // of a plane, a sphere's centre, or what to be nearest to [m]
  Vector3<double> normal = Vector3<double>::UnitX();  // of a plane
  double distance = 0;                                // from a plane; a sphere's radius [m]
  std::vector<int> indices;

  void describe(config::Fields& fields);
  // Which of the points (3 × points), ascending. A point counts as in what it misses by less than 1e-9 of the diagonal of all
  // points; of several nearest ones the first is taken. Throws Error (usage) if nothing is selected or an index is out of
  // range, and calls the points by what they are ("vertex").
  std::vector<int> of(const Positions<double>& points, std::string_view what) const;
};

}  // namespace simbench

// Where two shapes touch or nearly touch. A pair has at most eight points with a common normal:
//
//   segment, segment   the closest points; two pairs of points if the segments are nearly parallel
//   segment, box       the closest points; two pairs of points along a face or an edge
//   box, box           the part of a face above a face of the other box, or the closest points of two edges
//   plane              the corners or ends of the core
//
// For two boxes, the direction with the largest gap decides (separating axes: Gottschalk et al. 1996).
#pragma once

#include <array>
#include <vector>

#include "rigid/bodies/pose.h"
#include "rigid/shapes/shape.h"

namespace simbench::rigid {

struct TouchingPoint {
  Vector3<double> normal;                 // of unit length, from the second body to the first
  std::array<Vector3<double>, 2> points;  // on the core of each body, in the world frame [m]
  double gap;   // between the surfaces along the normal; negative if they overlap [m]
  int feature;  // names the corners and edges that touch, so that a point can be found again in the next step
};

struct ShapeAt {
  const Shape& shape;
  const Pose& pose;
};

// The points whose gap is at most `reach` [m].
std::vector<TouchingPoint> touching_points(const ShapeAt& first, const ShapeAt& second, double reach);

}  // namespace simbench::rigid

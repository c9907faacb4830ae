// The shape of a body: all points that are at most `radius` away from its core.
//
//   shape     core                                        radius
//   ball      the centre                                  that of the ball
//   capsule   a segment of the x-axis about the centre    that of the capsule
//   box       a box about the centre                      0
//   plane     the half space z ≤ 0 of the body's frame    0
#pragma once

#include "math/types.h"

namespace simbench::rigid {

struct Shape {
  enum class Kind { none, segment, box, plane };
  Kind kind = Kind::none;
  Vector3<double> half_edges = Vector3<double>::Zero();  // of the core; a segment has only the first one [m]
  double radius = 0;                                     // [m]

  static Shape ball(double radius) { return {Kind::segment, Vector3<double>::Zero(), radius}; }
  // `length` is the distance between the centres of its ends.
  static Shape capsule(double length, double radius) { return {Kind::segment, {length / 2, 0, 0}, radius}; }
  static Shape box(const Vector3<double>& edges) { return {Kind::box, edges / 2, 0}; }
  static Shape plane() { return {.kind = Kind::plane}; }

  bool has_extent() const { return kind == Kind::segment || kind == Kind::box; }
  // Half the edges of the box around the shape, in the body's frame [m].
  Vector3<double> half_size() const { return half_edges.array() + radius; }
  // The largest distance of a point of the shape from the centre [m].
  double reach() const { return half_edges.norm() + radius; }
  // The radius of the largest ball inside [m].
  double inner_radius() const { return kind == Kind::box ? half_edges.minCoeff() : radius; }
};

}  // namespace simbench::rigid

#include "rigid/shapes/manifold.h"

#include "rigid/shapes/box_contacts.h"
#include "rigid/shapes/segment_contacts.h"

namespace simbench::rigid {

namespace {

// The corners of the core: one for a ball, two for a capsule, eight for a box.
std::vector<TouchingPoint> core_and_plane(const ShapeAt& core, const ShapeAt& plane, double reach) {
  const Vector3<double> normal = plane.pose.in_world(Vector3<double>::UnitZ());
  const Vector3<double>& h = core.shape.half_edges;
  std::vector<TouchingPoint> touching;
  for (int corner = 0; corner < 8; ++corner) {
    Vector3<double> at;
    bool is_new = true;  // without an extent along an axis, corners coincide
    for (int k = 0; k < 3; ++k) {
      const bool is_upper = (corner >> k & 1) != 0;
      at[k] = is_upper ? h[k] : -h[k];
      if (is_upper && h[k] == 0) is_new = false;
    }
    if (!is_new) continue;
    const Vector3<double> point = core.pose.position + core.pose.in_world(at);
    const double height = normal.dot(point - plane.pose.position);
    if (height - core.shape.radius > reach) continue;
    touching.push_back(
        {normal, {point, Vector3<double>(point - height * normal)}, height - core.shape.radius, corner});
  }
  return touching;
}

// The same points seen from the other body.
std::vector<TouchingPoint> swapped(std::vector<TouchingPoint> touching) {
  for (TouchingPoint& point : touching) {
    point.normal = -point.normal;
    std::swap(point.points[0], point.points[1]);
  }
  return touching;
}

}  // namespace

std::vector<TouchingPoint> touching_points(const ShapeAt& first, const ShapeAt& second, double reach) {
  using Kind = Shape::Kind;
  const Kind a = first.shape.kind, b = second.shape.kind;
  if (a == Kind::none || b == Kind::none || (a == Kind::plane && b == Kind::plane)) return {};
  if (b == Kind::plane) return core_and_plane(first, second, reach);
  if (a == Kind::plane) return swapped(core_and_plane(second, first, reach));
  if (a == Kind::box && b == Kind::box) return box_and_box(first, second, reach);
  if (b == Kind::box) return segment_and_box(first, second, reach);
  if (a == Kind::box) return swapped(segment_and_box(second, first, reach));
  return segment_and_segment(first, second, reach);
}

}  // namespace simbench::rigid

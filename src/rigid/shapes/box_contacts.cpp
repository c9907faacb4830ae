#include "rigid/shapes/box_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbench::rigid {

namespace {

using Vector = Vector3<double>;

// Numbers of features: 64 corners for each pair of faces, with a face of the first box as reference and then
// with one of the second; 12 × 12 pairs of edges; the closest points.
constexpr int pairs_of_faces = 6 * 6 * 64, pairs_of_edges = 2 * pairs_of_faces;

struct Box {
  Vector centre;
  Matrix3<double> axes;  // as columns
  Vector half_edges;

  explicit Box(const ShapeAt& body)
      : centre(body.pose.position),
        axes(body.pose.orientation.toRotationMatrix()),
        half_edges(body.shape.half_edges) {}
  Vector nearest(const Vector& p) const {
    return centre +
           axes * Vector((axes.transpose() * (p - centre)).cwiseMax(-half_edges).cwiseMin(half_edges));
  }
  // Half the width of the box in a direction.
  double half_width(const Vector& direction) const {
    return (axes.transpose() * direction).cwiseAbs().dot(half_edges);
  }
  // Of the axis that is most parallel to a direction: its number, and whether it points the same way.
  std::pair<int, double> face_towards(const Vector& direction) const {
    const Vector along = axes.transpose() * direction;
    int axis = 0;
    along.cwiseAbs().maxCoeff(&axis);
    return {axis, along[axis] < 0 ? -1. : 1.};
  }
};

int face_number(int axis, double side) {
  return 2 * axis + (side > 0 ? 1 : 0);
}

// A direction along which the gap between the boxes is measured.
struct Separation {
  double gap = -std::numeric_limits<double>::infinity();
  Vector normal = Vector::Zero();  // from the first box to the second
  int first = 0, second = 0;       // numbers of the boxes' axes that give the direction
  bool is_face_of_first = true;
};

// Whether a direction replaces one that was tried before it. Its gap must be larger by a twentieth and by a
// hundredth of a half edge, so that boxes which lie on each other keep their direction from step to step (the
// rule of box2d-lite, Catto 2006).
bool replaces(double gap, double best, double half_edge) {
  return gap > best + 0.05 * std::abs(best) + 0.01 * half_edge;
}

// The normals of the faces of the first box, and then of the second one. Also returns their largest gap.
std::pair<Separation, double> best_face(const Box& a, const Box& b) {
  Separation best;
  double largest = best.gap;
  for (const bool is_first : {true, false}) {
    const Box &own = is_first ? a : b, &other = is_first ? b : a;
    for (int k = 0; k < 3; ++k) {
      const Vector axis = own.axes.col(k);
      const double along = axis.dot(b.centre - a.centre);
      const double gap = std::abs(along) - own.half_edges[k] - other.half_width(axis);
      largest = std::max(largest, gap);
      const bool is_tried_first = is_first && k == 0;
      if (is_tried_first || replaces(gap, best.gap, own.half_edges[k]))
        best = {gap, along < 0 ? Vector(-axis) : axis, k, k, is_first};
    }
  }
  return {best, largest};
}

// The directions perpendicular to an edge of each box.
Separation best_edges(const Box& a, const Box& b) {
  constexpr double parallel = 1e-6;  // the square of the sine below which edges have no common perpendicular
  Separation best;
  const Vector between = b.centre - a.centre;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      const Vector both = a.axes.col(i).cross(b.axes.col(k));
      if (both.squaredNorm() < parallel) continue;
      const Vector axis = both.normalized();
      const double along = axis.dot(between);
      const double gap = std::abs(along) - a.half_width(axis) - b.half_width(axis);
      if (gap > best.gap) best = {gap, along < 0 ? Vector(-axis) : axis, i, k};
    }
  }
  return best;
}

// A corner of a polygon, with the numbers of the edges that meet there: 0 to 3 are those of the incident
// face, 4 to 7 the sides of the reference face that cut it.
struct Corner {
  Vector at;
  int in, out;
};

// Cuts off the part of a convex polygon with normal·x > offset; the cut becomes the edge `number`. A corner
// that is outside by at most `rounding` stays as it is. So corners that lie on the side keep their number.
std::vector<Corner> cut(const std::vector<Corner>& polygon, const Vector& normal, double offset,
                        double rounding, int number) {
  std::vector<Corner> kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Corner &own = polygon[k], &next = polygon[(k + 1) % polygon.size()];
    const double before = normal.dot(own.at) - offset, after = normal.dot(next.at) - offset;
    if (before <= rounding) kept.push_back(own);
    const bool leaves = before <= 0 && after > rounding, enters = before > rounding && after <= 0;
    if (!leaves && !enters) continue;
    const Vector crossing = own.at + before / (before - after) * (next.at - own.at);
    kept.push_back(leaves ? Corner{crossing, own.out, number} : Corner{crossing, number, own.out});
  }
  return kept;
}

// The part of the incident face above the reference face. `normal` points from the reference box outwards.
std::vector<TouchingPoint> above_face(const Box& reference, const Box& incident, int axis,
                                      const Vector& normal, bool is_first, double reach) {
  const double side = reference.axes.col(axis).dot(normal) < 0 ? -1. : 1.;
  const auto [facing, facing_side] = incident.face_towards(-normal);
  const int u = (facing + 1) % 3, v = (facing + 2) % 3;
  const Vector middle =
      incident.centre + facing_side * incident.half_edges[facing] * incident.axes.col(facing);
  const Vector along_u = incident.half_edges[u] * incident.axes.col(u),
               along_v = incident.half_edges[v] * incident.axes.col(v);
  std::vector<Corner> polygon = {{middle - along_u - along_v, 3, 0},
                                 {middle + along_u - along_v, 0, 1},
                                 {middle + along_u + along_v, 1, 2},
                                 {middle - along_u + along_v, 2, 3}};
  constexpr double rounding = 1e-4;  // relative to the half edges of the reference face
  for (int step = 1, number = 4; step <= 2; ++step) {
    const int k = (axis + step) % 3;
    for (const double sign : {-1., 1.}) {
      const Vector outwards = sign * reference.axes.col(k);
      const double half = reference.half_edges[k], offset = outwards.dot(reference.centre) + half;
      polygon = cut(polygon, outwards, offset, rounding * half, number++);
    }
  }
  std::vector<TouchingPoint> touching;
  const double height = normal.dot(reference.centre) + reference.half_edges[axis];
  const int faces = 6 * face_number(axis, side) + face_number(facing, facing_side);
  for (const Corner& corner : polygon) {
    const double gap = normal.dot(corner.at) - height;
    if (gap > reach) continue;
    const Vector on_face = corner.at - gap * normal;
    const int feature = (is_first ? 0 : pairs_of_faces) + 64 * faces + 8 * corner.in + corner.out;
    if (is_first) {
      touching.push_back({-normal, {on_face, corner.at}, gap, feature});
    } else {
      touching.push_back({normal, {corner.at, on_face}, gap, feature});
    }
  }
  return touching;
}

// The middle of the edge along axis k that is farthest in a direction, and its number among the four.
std::pair<Vector, int> farthest_edge(const Box& box, int k, const Vector& direction) {
  Vector middle = box.centre;
  int number = 0;
  for (int step = 1; step <= 2; ++step) {
    const int other = (k + step) % 3;
    const bool is_upper = box.axes.col(other).dot(direction) > 0;
    middle += (is_upper ? box.half_edges[other] : -box.half_edges[other]) * box.axes.col(other);
    number = 2 * number + (is_upper ? 1 : 0);
  }
  return {middle, number};
}

TouchingPoint edges_touch(const Box& a, const Box& b, const Separation& axis) {
  const auto [on_a, number_a] = farthest_edge(a, axis.first, axis.normal);
  const auto [on_b, number_b] = farthest_edge(b, axis.second, -axis.normal);
  const Vector u = a.axes.col(axis.first), v = b.axes.col(axis.second), between = on_b - on_a;
  // The closest points of the two lines, moved along the edges to their ends if they are beyond them. Edges
  // are perpendicular to the axis, so this does not change the gap.
  const double uv = u.dot(v), determinant = 1 - uv * uv;
  const double s = (between.dot(u) - uv * between.dot(v)) / determinant;
  const double t = (uv * between.dot(u) - between.dot(v)) / determinant;
  const int feature = pairs_of_edges + 12 * (4 * axis.first + number_a) + 4 * axis.second + number_b;
  const double half_u = a.half_edges[axis.first], half_v = b.half_edges[axis.second];
  return {-axis.normal,
          {on_a + std::clamp(s, -half_u, half_u) * u, on_b + std::clamp(t, -half_v, half_v) * v},
          axis.gap,
          feature};
}

// Separate boxes of which neither has a face above the other one's: the closest points, by alternating
// projections. They need not be exact, because nothing touches yet.
std::vector<TouchingPoint> closest_points(const Box& a, const Box& b, double reach) {
  constexpr int projections = 50, feature = pairs_of_edges + 12 * 12;
  Vector p = a.centre, q = b.centre;
  for (int k = 0; k < projections; ++k) {
    q = b.nearest(p);
    p = a.nearest(q);
  }
  const double distance = (p - q).norm();
  if (!(distance > 0) || distance > reach) return {};
  return {{(p - q) / distance, {p, q}, distance, feature}};
}

}  // namespace

std::vector<TouchingPoint> box_and_box(const ShapeAt& first, const ShapeAt& second, double reach) {
  const Box a(first), b(second);
  const Separation edges = best_edges(a, b);
  const auto [face, largest_gap] = best_face(a, b);
  if (std::max(largest_gap, edges.gap) > reach) return {};
  const double half_edge = std::min(a.half_edges.minCoeff(), b.half_edges.minCoeff());
  if (replaces(edges.gap, largest_gap, half_edge)) return {edges_touch(a, b, edges)};
  const std::vector<TouchingPoint> touching = face.is_face_of_first
                                                  ? above_face(a, b, face.first, face.normal, true, reach)
                                                  : above_face(b, a, face.first, -face.normal, false, reach);
  return touching.empty() && largest_gap > 0 ? closest_points(a, b, reach) : touching;
}

}  // namespace simbench::rigid

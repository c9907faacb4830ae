#include "rigid/shapes/segment_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbench::rigid {

namespace {

using Vector = Vector3<double>;

// The points middle + t half with −1 ≤ t ≤ 1.
struct Segment {
  Vector middle, half;

  explicit Segment(const ShapeAt& body)
      : middle(body.pose.position), half(body.pose.in_world(body.shape.half_edges)) {}
  Segment(const Vector& middle_, const Vector& half_) : middle(middle_), half(half_) {}
  Vector at(double t) const { return middle + t * half; }
  // The t of the point nearest to p.
  double nearest(const Vector& p) const {
    const double square = half.squaredNorm();
    return square > 0 ? std::clamp((p - middle).dot(half) / square, -1., 1.) : 0;
  }
};

// The parameters of the closest points of two segments (Ericson 2005, Sec. 5.1.9).
std::array<double, 2> closest(const Segment& a, const Segment& b) {
  const double aa = a.half.squaredNorm(), bb = b.half.squaredNorm(), ab = a.half.dot(b.half);
  const Vector between = b.middle - a.middle;
  const double determinant = aa * bb - ab * ab;
  double s = 0;
  if (determinant > 0)
    s = std::clamp((between.dot(a.half) * bb - between.dot(b.half) * ab) / determinant, -1., 1.);
  const double t = b.nearest(a.at(s));
  return {a.nearest(b.at(t)), t};
}

// A direction perpendicular to both.
Vector perpendicular(const Vector& a, const Vector& b) {
  Vector normal = a.cross(b);
  if (normal.squaredNorm() <= 1e-12 * a.squaredNorm() * b.squaredNorm()) {
    const Vector& longer = a.squaredNorm() < b.squaredNorm() ? b : a;
    Index least = 0;
    longer.cwiseAbs().minCoeff(&least);
    normal = longer.squaredNorm() > 0 ? Vector(longer.cross(Vector::Unit(least))) : Vector::UnitZ();
  }
  return normal.normalized();
}

// Segments whose angle has a smaller sine touch in two points, so that a capsule can lie on another one.
constexpr double smallest_sine = 0.02;

bool are_parallel(const Vector& a, const Vector& b) {
  const double squares = a.squaredNorm() * b.squaredNorm();
  return squares > 0 && a.cross(b).squaredNorm() < smallest_sine * smallest_sine * squares;
}

}  // namespace

std::vector<TouchingPoint> segment_and_segment(const ShapeAt& first, const ShapeAt& second, double reach) {
  const Segment a(first), b(second);
  const double radii = first.shape.radius + second.shape.radius;
  const auto [s, t] = closest(a, b);
  const Vector gap = a.at(s) - b.at(t);
  const double distance = gap.norm();
  if (distance - radii > reach) return {};
  const Vector normal = distance > 0 ? Vector(gap / distance) : perpendicular(a.half, b.half);
  std::vector<TouchingPoint> touching;
  const auto add = [&](double on_a, double on_b, int feature) {
    const Vector p = a.at(on_a), q = b.at(on_b);
    const double own = normal.dot(p - q) - radii;
    if (own <= reach) touching.push_back({normal, {p, q}, own, feature});
  };
  if (are_parallel(a.half, b.half)) {
    // The part of the first segment beside the second one.
    double from = a.nearest(b.at(-1)), to = a.nearest(b.at(1));
    if (from > to) std::swap(from, to);
    if (to > from) {
      add(from, b.nearest(a.at(from)), 1);
      add(to, b.nearest(a.at(to)), 2);
      return touching;
    }
  }
  add(s, t, 0);
  return touching;
}

namespace {

// A segment in the frame of a box with half edges h.
struct AtBox {
  Segment segment;
  Vector half_edges;

  Vector on_box(const Vector& p) const { return p.cwiseMax(-half_edges).cwiseMin(half_edges); }
  // Half the derivative of the squared distance to the box at t. It rises with t, and is linear between the
  // values where the segment enters or leaves a slab |p_k| ≤ h_k.
  double slope(double t) const {
    const Vector p = segment.at(t);
    return (p - on_box(p)).dot(segment.half);
  }
  // A t whose point is nearest to the box.
  double nearest() const {
    std::vector<double> knots = {1};
    for (int k = 0; k < 3; ++k) {
      for (const double side : {-half_edges[k], half_edges[k]}) {
        const double t = (side - segment.middle[k]) / segment.half[k];
        if (t > -1 && t < 1) knots.push_back(t);  // false for NaN
      }
    }
    std::sort(knots.begin(), knots.end());
    double before = -1, slope_before = slope(-1);
    if (slope_before >= 0) return -1;
    for (const double knot : knots) {
      const double own = slope(knot);
      if (own >= 0) return before + (knot - before) * slope_before / (slope_before - own);
      before = knot;
      slope_before = own;
    }
    return 1;
  }
  // Shrinks [from, to] to the part of the segment with |p_k| ≤ h_k, which may be empty.
  void clip(int k, double& from, double& to) const {
    const double middle = segment.middle[k], half = segment.half[k];
    if (half == 0) return;
    const double one = (-half_edges[k] - middle) / half, other = (half_edges[k] - middle) / half;
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
  }
  // The face through which the segment leaves the box on the shortest way, as a vector ±e_k.
  Vector nearest_face() const {
    Vector face = Vector::Zero();
    double least_depth = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
      for (const double side : {-1., 1.}) {
        const double depth = half_edges[k] + std::abs(segment.half[k]) - side * segment.middle[k];
        if (depth >= least_depth) continue;
        least_depth = depth;
        face = side * Vector::Unit(k);
      }
    }
    return face;
  }
};

}  // namespace

std::vector<TouchingPoint> segment_and_box(const ShapeAt& segment, const ShapeAt& box, double reach) {
  const Matrix3<double> R = box.pose.orientation.toRotationMatrix();
  const Segment own(segment);
  const AtBox at = {{R.transpose() * (own.middle - box.pose.position), R.transpose() * own.half},
                    box.shape.half_edges};
  const double t = at.nearest();
  const Vector p = at.segment.at(t), q = at.on_box(p), outside = p - q;
  const double distance = outside.norm();
  if (distance - segment.shape.radius > reach) return {};
  Vector normal = distance > 0 ? Vector(outside / distance) : at.nearest_face();
  // A segment that is nearly parallel to a face and hangs over its edge is nearest just beyond the edge. It
  // then has the normal of the face.
  Index largest = 0;
  normal.cwiseAbs().maxCoeff(&largest);
  const Vector face = std::copysign(1., normal[largest]) * Vector::Unit(largest);
  const Vector& half = at.segment.half;
  if ((normal - face).norm() < smallest_sine && std::abs(face.dot(half)) < smallest_sine * half.norm())
    normal = face;
  std::vector<TouchingPoint> touching;
  const auto add = [&](const Vector& on_segment, const Vector& on_box, int feature) {
    const double gap = normal.dot(on_segment - on_box) - segment.shape.radius;
    if (gap > reach) return;
    touching.push_back(
        {R * normal, {box.pose.position + R * on_segment, box.pose.position + R * on_box}, gap, feature});
  };
  // A segment above a face touches with both ends of the part above it, and so does one along an edge. The
  // components of the normal that are zero belong to the directions along the face or edge.
  const auto zeros = (normal.array() == 0).count();
  const bool is_face = zeros == 2;
  bool is_along = is_face;
  double from = -1, to = 1;
  for (int k = 0; k < 3; ++k) {
    if (normal[k] != 0) continue;
    at.clip(k, from, to);
    if (zeros == 1) is_along = are_parallel(at.segment.half, Vector::Unit(k));
  }
  if (!is_along || !(to > from)) {
    add(p, at.on_box(p), 0);
    return touching;
  }
  for (int end = 0; end < 2; ++end) {
    const Vector on_segment = at.segment.at(end == 0 ? from : to);
    Vector on_box = at.on_box(on_segment);
    for (int k = 0; k < 3; ++k) {
      if (normal[k] != 0) on_box[k] = std::copysign(at.half_edges[k], normal[k]);
    }
    add(on_segment, on_box, 1 + end);
  }
  return touching;
}

}  // namespace simbench::rigid

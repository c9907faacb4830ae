// Where shapes touch, beside distances from alternating projections and widths along many directions.
#include <catch2/catch.hpp>
#include <numbers>
#include <set>

#include "rigid/bodies/rotation.h"
#include "rigid/shapes/broad_phase.h"
#include "rigid/shapes/manifold.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

using Vector = Vector3<double>;

struct PlacedShape {
  Shape shape;
  Pose pose;
  operator ShapeAt() const { return {shape, pose}; }

  // The point of the core that is nearest to p. A core is a box, of which a segment has one edge only.
  Vector nearest(const Vector& p) const {
    const Vector inside = pose.orientation.conjugate() * Vector(p - pose.position);
    const Vector clamped = inside.cwiseMax(-shape.half_edges).cwiseMin(shape.half_edges);
    return pose.position + pose.in_world(clamped);
  }
  // The largest n·p of the points of the shape.
  double support(const Vector& n) const {
    const Vector in_body = pose.orientation.conjugate() * n;
    return n.dot(pose.position) + in_body.cwiseAbs().dot(shape.half_edges) + shape.radius;
  }
};

// The distance of the cores by alternating projections, and how far the last one moved.
std::pair<double, double> distance_of_cores(const PlacedShape& a, const PlacedShape& b) {
  Vector p = a.pose.position, q = b.pose.position;
  double moved = 0;
  for (int k = 0; k < 3000; ++k) {
    q = b.nearest(p);
    const Vector next = a.nearest(q);
    moved = (next - p).norm();
    p = next;
  }
  return {(p - q).norm(), moved};
}

// The gap between two shapes along a direction from the second to the first.
double gap_along(const Vector& n, const PlacedShape& a, const PlacedShape& b) {
  return -a.support(-n) - b.support(n);
}

double least_gap(const std::vector<TouchingPoint>& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const TouchingPoint& point : points) least = std::min(least, point.gap);
  return least;
}

Shape random_shape(test::Random& random, int kind) {
  if (kind == 0) return Shape::ball(random.uniform(0.2, 1));
  if (kind == 1) return Shape::capsule(random.uniform(0.5, 2), random.uniform(0.1, 0.5));
  return Shape::box({random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)});
}

PlacedShape random_body(test::Random& random, int kind, double spread) {
  const Vector position = spread * random.matrix(3, 1);
  return {random_shape(random, kind), {position, Quaternion(random.rotation())}};
}

constexpr double everything = 100;

}  // namespace

TEST_CASE(
    "Touching points lie on both cores, share a normal along which they have their gap, and are the same "
    "seen from the other body") {
  test::Random random(3);
  for (int kinds = 0; kinds < 9; ++kinds) {
    for (int trial = 0; trial < 200; ++trial) {
      const PlacedShape a = random_body(random, kinds / 3, 0.8), b = random_body(random, kinds % 3, 0.8);
      const auto points = touching_points(a, b, everything);
      INFO(kinds << " " << trial);
      REQUIRE((points.size() <= 8));
      const double radii = a.shape.radius + b.shape.radius;
      for (const TouchingPoint& point : points) {
        CHECK(std::abs(point.normal.norm() - 1) < 1e-14);
        CHECK((point.normal - points[0].normal).norm() == 0);
        CHECK(std::abs(point.normal.dot(point.points[0] - point.points[1]) - radii - point.gap) < 1e-12);
        CHECK((a.nearest(point.points[0]) - point.points[0]).norm() < 3e-4);  // sides are a little wider
        CHECK((b.nearest(point.points[1]) - point.points[1]).norm() < 3e-4);
      }
      const auto same = touching_points(b, a, everything);
      if (points.empty() || same.empty()) continue;
      const bool has_box_pair = kinds == 8;  // two boxes prefer the face of the first one
      if (!has_box_pair) CHECK((points[0].normal + same[0].normal).norm() < 1e-9);
    }
  }
}

TEST_CASE("The smallest gap of separate balls and capsules, and of either and a box, is the distance") {
  test::Random random(5);
  int compared = 0, exact = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const int kinds = trial % 8;  // all pairs except two boxes
    const PlacedShape a = random_body(random, kinds / 3, 1.5), b = random_body(random, kinds % 3, 1.5);
    const auto [distance, moved] = distance_of_cores(a, b);
    if (distance < 0.05 || moved > 1e-13) continue;  // overlapping cores, or slow convergence
    const auto points = touching_points(a, b, everything);
    INFO(trial);
    REQUIRE_FALSE(points.empty());
    const double gap = distance - a.shape.radius - b.shape.radius;
    // A segment that is nearly parallel to a face of a box takes the normal of the face, which may differ by
    // an angle of 0.02.
    const bool has_box = kinds / 3 == 2 || kinds % 3 == 2;
    const double turned = has_box ? 0.02 : 1e-9;
    exact += std::abs(least_gap(points) - gap) < 1e-9;
    CHECK(std::abs(least_gap(points) - gap) < turned);
    CHECK(std::abs(gap_along(points[0].normal, a, b) - gap) < turned);
    CHECK(touching_points(a, b, gap - 1e-6).empty());
    ++compared;
  }
  CHECK(compared > 1000);
  CHECK(exact > 0.98 * compared);
}

TEST_CASE("Two boxes touch along the direction of their largest gap or least overlap") {
  test::Random random(7);
  int overlapping = 0, edges = 0, deepest = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const PlacedShape a = random_body(random, 2, 0.5), b = random_body(random, 2, 0.5);
    const auto points = touching_points(a, b, everything);
    if (points.empty()) continue;
    INFO(trial);
    const double gap = gap_along(points[0].normal, a, b);
    // A corner that is deepest may be beside the face of the other box, where nothing touches.
    REQUIRE((least_gap(points) >= gap - 1e-12));
    edges += points.size() == 1;
    if (gap >= 0) continue;
    ++overlapping;
    deepest += least_gap(points) < gap + 1e-12;
    // No direction leads out on a way that is shorter by more than the preference of earlier directions
    // (5 % and 0.01 of faces to faces, and again of faces to edges).
    for (int k = 0; k < 500; ++k)
      REQUIRE((gap_along(random.matrix(3, 1).normalized(), a, b) <= gap + 0.11 * std::abs(gap) + 0.02));
  }
  CHECK(overlapping > 500);
  CHECK(deepest > 0.8 * overlapping);
  CHECK(edges > 20);
}

TEST_CASE("Contacts of boxes in known positions") {
  const PlacedShape below = {Shape::box({2, 2, 2}), {}};
  const auto above = [](const Vector& position, const Vector& turn = Vector::Zero(), double edge = 2) {
    return PlacedShape{Shape::box(Vector::Constant(edge)), {position, exponential(turn)}};
  };
  const auto on_top = [&](const PlacedShape& body) {
    const auto points = touching_points(body, below, 0.1);
    for (const TouchingPoint& point : points) {
      CHECK((point.normal - Vector::UnitZ()).norm() < 1e-12);
      CHECK(std::abs(point.points[1].z() - 1) < 1e-12);
      CHECK(std::abs(point.gap - 0.01) < 1e-12);
    }
    return points;
  };
  const auto farthest = [](const std::vector<TouchingPoint>& points, const Vector& direction) {
    double largest = -1e9;
    for (const TouchingPoint& point : points) largest = std::max(largest, direction.dot(point.points[1]));
    return largest;
  };
  const auto shifted = on_top(above({0.5, 0.25, 2.01}));
  CHECK(shifted.size() == 4);
  CHECK(std::abs(farthest(shifted, Vector::UnitX()) - 1) < 1e-12);
  CHECK(std::abs(farthest(shifted, -Vector::UnitX()) - 0.5) < 1e-12);
  CHECK(std::abs(farthest(shifted, -Vector::UnitY()) - 0.75) < 1e-12);
  CHECK(on_top(above({0, 0, 2.01}, {0, 0, std::numbers::pi / 4})).size() == 8);  // an octagon
  CHECK(on_top(above({0, 0, 1.51}, {0, 0, std::numbers::pi / 4}, 1)).size() == 4);
  CHECK(on_top(above({5, 0, 2.01})).empty());
  // An edge on an edge: both are turned by 45° about horizontal axes that cross.
  const PlacedShape ridge = {Shape::box({2, 2, 2}),
                             {Vector::Zero(), exponential({std::numbers::pi / 4, 0, 0})}};
  const PlacedShape keel = {
      Shape::box({2, 2, 2}),
      {{0.3, 0.0, 2 * std::sqrt(2.) - 0.01}, exponential({0, std::numbers::pi / 4, 0})}};
  const auto crossing = touching_points(keel, ridge, 0);
  REQUIRE(crossing.size() == 1);
  CHECK(std::abs(crossing[0].gap + 0.01) < 1e-12);
  CHECK((crossing[0].points[1] - Vector(0.3, 0, std::sqrt(2.))).norm() < 1e-12);
}

TEST_CASE(
    "A capsule on a box touches with both ends of the part above the face, and along an edge with two "
    "points") {
  const PlacedShape box = {Shape::box({2, 2, 2}), {}};
  const PlacedShape lying = {Shape::capsule(1, 0.2), {{0.8, 0, 1.19}}};
  auto points = touching_points(lying, box, 0);
  REQUIRE(points.size() == 2);
  CHECK(std::abs(points[0].points[0].x() - 0.3) < 1e-12);
  CHECK(std::abs(points[1].points[0].x() - 1) < 1e-12);  // the rest hangs over the edge
  for (const TouchingPoint& point : points) CHECK(std::abs(point.gap + 0.01) < 1e-12);
  const double diagonal = 0.19 / std::sqrt(2.);
  const PlacedShape beside = {Shape::capsule(1, 0.2), {{0, 1 + diagonal, 1 + diagonal}}};
  points = touching_points(beside, box, 0);
  REQUIRE(points.size() == 2);
  for (const TouchingPoint& point : points) {
    CHECK(std::abs(point.gap + 0.01) < 1e-12);
    CHECK((point.normal - Vector(0, 1, 1).normalized()).norm() < 1e-12);
  }
  const PlacedShape inside = {Shape::capsule(1, 0.2), {{0, 0.1, 0.7}}};
  points = touching_points(inside, box, 0);
  REQUIRE(points.size() == 2);
  CHECK((points[0].normal - Vector::UnitZ()).norm() == 0);
  CHECK(std::abs(points[0].gap + 0.5) < 1e-12);
}

TEST_CASE("A capsule that overhangs a box touches it with two points, although it is tilted a little") {
  const PlacedShape box = {Shape::box({2, 2, 2}), {}};
  for (const double tilt : {0., 1e-12, -1e-8, 1e-8, 1e-4, -1e-3}) {
    const PlacedShape capsule = {Shape::capsule(6, 0.2), {{0.1, 0.3, 1.2}, exponential({0, tilt, 0})}};
    const auto points = touching_points(capsule, box, 0.01);
    INFO(tilt);
    REQUIRE(points.size() == 2);
    CHECK((points[0].normal - Vector::UnitZ()).norm() < 1e-12);
    CHECK(std::abs(std::abs(points[0].points[1].x()) - 1) < 1e-3);
  }
}

TEST_CASE("Separate boxes always have a point within their distance and a little more") {
  test::Random random(19);
  for (int trial = 0; trial < 2000; ++trial) {
    PlacedShape a = random_body(random, 2, 1.2), b = random_body(random, 2, 1.2);
    if (trial % 2 == 0) a.pose.orientation = b.pose.orientation = Quaternion::Identity();
    const double distance = distance_of_cores(a, b).first;
    if (distance < 0.01) continue;
    INFO(trial);
    const auto points = touching_points(a, b, 1.2 * distance + 0.1);
    REQUIRE_FALSE(points.empty());
    CHECK(least_gap(points) < 1.2 * distance + 0.1);
  }
}

TEST_CASE("A plane touches one point of a ball, two of a capsule and the lower corners of a box") {
  const PlacedShape plane = {Shape::plane(), {{0, 0, 1}, exponential({std::numbers::pi / 2, 0, 0})}};
  const auto count = [&](const Shape& shape, double distance, double reach) {
    const PlacedShape body = {shape, {{3, -distance, 2}}};  // z of the plane is −y of the world
    const auto points = touching_points(body, plane, reach);
    for (const TouchingPoint& point : points) CHECK((point.normal - Vector(0, -1, 0)).norm() < 1e-12);
    return points.size();
  };
  CHECK(count(Shape::ball(1), 1.1, 0.2) == 1);
  CHECK(count(Shape::capsule(1, 1), 1.1, 0.2) == 2);
  CHECK(count(Shape::box({1, 1, 1}), 0.6, 0.2) == 4);
  CHECK(count(Shape::box({1, 1, 1}), 0.6, 2) == 8);
  CHECK(count(Shape::ball(1), 1.1, 0.05) == 0);
}

TEST_CASE("Points keep their feature while bodies move a little") {
  test::Random random(11);
  const PlacedShape below = {Shape::box({3, 3, 1}), {}};
  for (int trial = 0; trial < 50; ++trial) {
    const Vector place(random.uniform(-1, 1), random.uniform(-1, 1), 1);
    const double angle = random.uniform(-3, 3);
    std::set<int> before, after;
    for (const double shift : {0., 1e-4}) {
      const PlacedShape own = {Shape::box({1, 0.8, 1}),
                               {place + Vector(shift, shift, -shift), exponential({0, 0, angle + shift})}};
      for (const TouchingPoint& point : touching_points(own, below, 0.01))
        (shift == 0 ? before : after).insert(point.feature);
    }
    CHECK(before.size() >= 3);
    CHECK(before == after);
  }
}

TEST_CASE("Lengths times 1024 give the same points times 1024, to the bit") {
  test::Random random(13);
  for (int trial = 0; trial < 500; ++trial) {
    const PlacedShape a = random_body(random, trial % 3, 0.6), b = random_body(random, trial / 3 % 3, 0.6);
    const auto scaled = [](PlacedShape body) {
      body.shape.half_edges *= 1024;
      body.shape.radius *= 1024;
      body.pose.position *= 1024;
      return body;
    };
    const auto points = touching_points(a, b, 0.5), large = touching_points(scaled(a), scaled(b), 512);
    REQUIRE(points.size() == large.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      CHECK(large[k].gap == 1024 * points[k].gap);
      CHECK(large[k].normal == points[k].normal);
      CHECK(large[k].points[0] == Vector(1024 * points[k].points[0]));
      CHECK(large[k].feature == points[k].feature);
    }
  }
}

TEST_CASE("The sweep finds the pairs that a comparison of all pairs finds") {
  test::Random random(17);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Bounds> bounds;
    for (int body = 0; body < 60; ++body) {
      const Vector middle = Vector(3, 1, 10).cwiseProduct(Vector(random.matrix(3, 1)));
      const Vector half = Vector(random.matrix(3, 1)).cwiseAbs();
      bounds.push_back(body % 10 == 0 ? Bounds() : Bounds(Vector(middle - half), Vector(middle + half)));
    }
    std::vector<std::array<int, 2>> expected;
    for (int a = 0; a < 60; ++a) {
      for (int b = 0; b < a; ++b) {
        if (!bounds[a].isEmpty() && !bounds[b].isEmpty() && bounds[a].intersects(bounds[b]))
          expected.push_back({a, b});
      }
    }
    CHECK(meeting_pairs(bounds) == expected);
  }
}

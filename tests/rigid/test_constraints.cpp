// Rotations and every type of constraint, against central differences along X ⊞ δ.
#include <catch2/catch.hpp>
#include <numbers>

#include "rigid/constraints/constraint_list.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::rigid;
using simbench::test::Random;

namespace {

Pose random_pose(Random& random) {
  return {random.matrix(3, 1), exponential(random.matrix(3, 1))};
}

// One constraint of every type, between bodies 0 and 1 (and 2, 3), at poses where it has a gradient.
Constraints one_of_each(Random& random) {
  const auto vector = [&]() -> Vector3<double> { return random.matrix(3, 1); };
  Constraints list;
  Point point;
  point.bodies = {0, 1};
  point.points = {vector(), vector()};
  point.offset = vector();
  list.push_back(point);
  Distance distance;
  distance.bodies = {1, 0};
  distance.points = point.points;
  distance.length = 0.7;
  list.push_back(distance);
  Axial axial;
  axial.bodies = {0, 1};
  axial.points = point.points;
  axial.direction = vector().normalized();
  axial.offset = 0.3;
  list.push_back(axial);
  Axis axis;
  axis.bodies = {0, 1};
  axis.axes = {vector().normalized(), vector().normalized()};
  list.push_back(axis);
  AxisCosine cosine;
  cosine.bodies = {1, 0};
  cosine.axes = axis.axes;
  list.push_back(cosine);
  Alignment alignment;
  alignment.bodies = {0, 1};
  alignment.axes = axis.axes;
  list.push_back(alignment);
  Spring spring;
  spring.bodies = {0, 1};
  spring.points = point.points;
  list.push_back(spring);
  LengthSpring length_spring;
  length_spring.bodies = {0, 1};
  length_spring.points = point.points;
  list.push_back(length_spring);
  Translation translation;
  translation.bodies = {0, 1};
  translation.points = point.points;
  translation.direction = vector().normalized();
  translation.translation = 0.2;
  list.push_back(translation);
  Orientation orientation;
  orientation.bodies = {0, 1};
  orientation.orientation = exponential(vector());
  list.push_back(orientation);
  Volume volume;
  volume.bodies = {3, 0, 2, 1};
  volume.volume = 0.2;
  list.push_back(volume);
  return list;
}

template <class Constraint>
void check_jacobian(const Constraint& constraint, const Poses& poses, double accuracy) {
  INFO(Constraint::name);
  constexpr double step = 1e-6;
  const auto linear = constraint.linearise(poses);
  REQUIRE(linear.has_gradient);
  for (int b = 0; b < Constraint::body_count; ++b) {
    for (int k = 0; k < 6; ++k) {
      const auto error_at = [&](double by) {
        Poses moved = poses;
        Displacement displacement;
        (k < 3 ? displacement.linear : displacement.angular)[k % 3] = by;
        move(moved[constraint.bodies[b]], displacement);
        return constraint.linearise(moved).error;
      };
      const auto difference = ((error_at(step) - error_at(-step)) / (2 * step)).eval();
      const auto expected = (k < 3 ? linear.linear[b].col(k) : linear.angular[b].col(k - 3)).eval();
      CHECK((difference - expected).norm() < accuracy);
    }
  }
}

}  // namespace

TEST_CASE("The exponential map and the logarithm are inverse to each other, for small and large angles") {
  Random random(1);
  for (const double angle : {0.0, 1e-9, 1e-5, 1e-3, 0.1, 1.0, 3.0, 3.1415}) {
    const Vector3<double> theta = angle * Vector3<double>(random.matrix(3, 1)).normalized();
    const Quaternion q = exponential(theta);
    CHECK(std::abs(q.norm() - 1) < 1e-15);
    CHECK((logarithm(q) - theta).norm() < 1e-14);
    CHECK((logarithm(Quaternion(Eigen::Vector4d(-q.coeffs()))) - theta).norm() < 1e-14);
    CHECK((q.toRotationMatrix() -
           Eigen::AngleAxisd(angle, angle > 0 ? Vector3<double>(theta / angle) : Vector3<double>::UnitX())
               .toRotationMatrix())
              .norm() < 1e-14);
  }
  // A quarter turn about z takes x to y.
  CHECK((exponential({0, 0, std::numbers::pi / 2}) * Vector3<double>::UnitX() - Vector3<double>::UnitY())
            .norm() < 1e-15);
}

TEST_CASE("The left Jacobian is the derivative of a rotation by its rotation vector") {
  Random random(2);
  for (const double angle : {1e-6, 5e-3, 2e-2, 0.5, 2.0, 3.0}) {
    const Vector3<double> theta = angle * Vector3<double>(random.matrix(3, 1)).normalized();
    for (int k = 0; k < 3; ++k) {
      const double step = 1e-6;
      const Vector3<double> by = step * Vector3<double>::Unit(k);
      const Quaternion above = exponential(theta + by), below = exponential(theta - by);
      const Vector3<double> turn = logarithm(above * below.conjugate()) / (2 * step);
      CHECK((turn - left_jacobian(theta).col(k)).norm() < 1e-9);
    }
  }
}

TEST_CASE("The rows of J are the derivatives of every constraint") {
  Random random(3);
  for (int draw = 0; draw < 20; ++draw) {
    Poses poses;
    for (int b = 0; b < 4; ++b) poses.push_back(random_pose(random));
    const Constraints list = one_of_each(random);
    CHECK(list.row_count() == 18);
    list.for_each([&](const auto& constraint, Index) { check_jacobian(constraint, poses, 1e-7); });
  }
}

TEST_CASE(
    "The angle of an aligned hinge has the right derivative, and distinguishes angles with the same sine") {
  Random random(4);
  for (const double angle : {-3.0, -1.0, 0.2, 1.7, 3.0}) {
    Poses poses(2, random_pose(random));
    Angle hinge;
    hinge.bodies = {0, 1};
    move(poses[1], {Vector3<double>(1, 2, 3), angle * poses[0].in_world(hinge.axis)});
    CHECK(std::abs(hinge.linearise(poses).error[0] - angle) < 1e-14);
    hinge.angle = 0.1;
    CHECK(std::abs(hinge.linearise(poses).error[0] - (angle - 0.1)) < 1e-14);
    check_jacobian(hinge, poses, 1e-6);
  }
}

TEST_CASE("The norm of an alignment's two rows is the angle of its axes, from zero to half a turn") {
  Random random(5);
  for (const double angle : {0.0, 1e-7, 5e-3, 2e-2, 1.0, 3.0}) {
    Poses poses(2, random_pose(random));
    Alignment alignment;
    alignment.bodies = {0, 1};
    alignment.axes = {Vector3<double>(0.6, 0, 0.8), Vector3<double>(0.6, 0, 0.8)};
    move(poses[1], {{}, angle * poses[0].in_world({0, 1, 0})});
    CHECK(alignment.linearise(poses).error.norm() == Approx(angle).epsilon(1e-9).margin(1e-15));
    check_jacobian(alignment, poses, 1e-7);
  }
}

TEST_CASE("Constraints without a gradient report it") {
  Poses poses(2);
  Distance distance;
  distance.bodies = {0, 1};
  CHECK_FALSE(distance.linearise(poses).has_gradient);
  Axis axis;
  axis.bodies = {0, 1};
  CHECK_FALSE(axis.linearise(poses).has_gradient);
}

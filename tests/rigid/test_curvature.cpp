// Compares the curvature of each type of constraint, and the derivative of the inertial gradient, with
// central differences.
#include "rigid/bodies/inertial_term.h"
#include "rigid/constraints/curvature_of_axes.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

// A Matrix<6, 6> for each pair of bodies.
template <class Constraint>
struct Blocks {
  static constexpr int size = 6 * Constraint::body_count;
  Eigen::Matrix<double, size, size> all = Eigen::Matrix<double, size, size>::Zero();

  void operator()(int a, Part part, int b, Part other, const Matrix3<double>& block) {
    all.template block<3, 3>(6 * a + (part == Part::dx ? 0 : 3), 6 * b + (other == Part::dx ? 0 : 3)) +=
        block;
  }
};

Vector3<double> random_unit(test::Random& random) {
  return Vector3<double>(random.matrix(3, 1)).normalized();
}

// A constraint of a type with random points, axes and so on, between the bodies 0, 1, …
template <class Constraint>
Constraint random_constraint(test::Random& random) {
  Constraint constraint;
  for (int b = 0; b < Constraint::body_count; ++b) constraint.bodies[b] = b;
  constraint.target.setConstant(0.1);
  if constexpr (requires { constraint.points; })
    for (Vector3<double>& point : constraint.points) point = random.matrix(3, 1);
  if constexpr (requires { constraint.axes; })
    for (Vector3<double>& axis : constraint.axes) axis = random_unit(random);
  if constexpr (requires { constraint.direction; }) constraint.direction = random_unit(random);
  if constexpr (requires { constraint.normal; }) {
    constraint.normal = random_unit(random);
    constraint.turns = {true, false};
    constraint.radii = {0.3, 0};
    constraint.points[1] = 0.7 * constraint.normal;
  }
  if constexpr (requires { constraint.directions; }) {
    constraint.axis = random_unit(random);
    constraint.directions[0] = constraint.axis.unitOrthogonal();
  }
  if constexpr (requires { constraint.orientation; })
    constraint.orientation = exponential(random.matrix(3, 1));
  return constraint;
}

// Poses of four bodies whose rotation vectors have this size.
Poses random_poses(double turn, test::Random& random) {
  Poses poses;
  for (int b = 0; b < 4; ++b)
    poses.push_back({2 * random.matrix(3, 1), exponential(turn * random_unit(random))});
  return poses;
}

template <class Constraint>
void check_curvature(const Constraint& constraint, const Poses& poses, test::Random& random) {
  INFO(Constraint::name);
  const typename Constraint::Multipliers multipliers = random.matrix(Constraint::rows, 1);
  Blocks<Constraint> exact, differences;
  curvature(constraint, poses, multipliers, [&](auto&&... block) { exact(block...); });
  curvature_by_differences(constraint, poses, multipliers, 1,
                           [&](auto&&... block) { differences(block...); });
  CHECK((exact.all - differences.all).norm() < 1e-8 * (1 + differences.all.norm()));
  if (couples_bodies<Constraint>) return;
  for (int b = 0; b < Constraint::body_count; ++b) exact.all.template block<6, 6>(6 * b, 6 * b).setZero();
  CHECK(exact.all.isZero(0));
}

template <class... Types, class Body>
void for_each_type(const ConstraintRuns<Types...>&, const Body& body) {
  (body.template operator()<Types>(), ...);
}

}  // namespace

TEST_CASE("The curvature of every type of constraint is what differences of its pull are") {
  test::Random random(5);
  for (int repeat = 0; repeat < 5; ++repeat) {
    for_each_type(Constraints(), [&]<class Constraint>() {
      const Constraint constraint = random_constraint<Constraint>(random);
      for (const double turn : {0.0, 1e-3, 0.4, 2.0})
        check_curvature(constraint, random_poses(turn, random), random);
    });
  }
}

TEST_CASE("The curvature of joints that align axes and orientations is exact for small and large errors") {
  test::Random random(6);
  for (const double error : {0.0, 1e-6, 0.05, 0.2, 0.45, 0.55, 2.5}) {
    INFO(error);
    Poses poses = random_poses(0.3, random);
    poses[1].orientation = exponential(error * random_unit(random)) * poses[0].orientation;
    Alignment alignment;
    alignment.bodies = {0, 1};
    check_curvature(alignment, poses, random);
    Orientation orientation;
    orientation.bodies = {0, 1};
    check_curvature(orientation, poses, random);
  }
}

TEST_CASE("The derivative of the inertial gradient is what its differences are") {
  test::Random random(7);
  const Inertia inertia{0.5, {1, 0.3, 4}};
  for (const double turn : {0.0, 1e-6, 0.1, 0.45, 0.55, 3.0}) {
    const Pose predicted = random_poses(1, random)[0];
    Pose pose = predicted;
    move(pose, {random.matrix(3, 1), turn * random_unit(random)});
    const Eigen::Matrix<double, 6, 6> exact = inertial_hessian(inertia, pose, predicted);
    for (int k = 0; k < 6; ++k) {
      const auto gradient_at = [&](double step) {
        Pose moved = pose;
        Displacement by;
        (k < 3 ? by.linear[k] : by.angular[k - 3]) = step;
        move(moved, by);
        return inertial_gradient(inertia, moved, predicted);
      };
      const Eigen::Matrix<double, 6, 1> differences =
          (gradient_at(difference_step) - gradient_at(-difference_step)) / (2 * difference_step);
      CHECK((exact.col(k) - differences).norm() < 1e-8 * (1 + differences.norm()));
    }
  }
}

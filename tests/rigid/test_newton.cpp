// Newton's method on hard problems: joints with kinks, chains that can close in many ways, and problems
// without a solution.
#include "rigid/constraints/forms.h"
#include "rigid/problem/extent.h"
#include "rigid/referee/contradiction.h"
#include "rigid/solvers/alm.h"
#include "rigid/solvers/direct.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/registry.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

// A door on a hinge along y that is fixed to the world; its centre is half a metre from the hinge.
struct Door {
  System system;
  State state{Poses(2), std::vector<Displacement>(2)};
  explicit Door(const Vector3<double>& axis_of_door = Vector3<double>::UnitY()) {
    system.bodies = {{"door", {1. / 20, box_inertia(20, {1, 2, 0.1}).cwiseInverse()}}, {"world", {}}};
    system.gravity = {0, 0, -9.81};
    state.poses[0].position.x() = 0.5;
    state.velocities[0] = {{0, 0, -1}, {0, 2, 0}};
    Point joint;
    joint.bodies = {1, 0};
    joint.points[1].x() = -0.5;
    system.constraints.push_back(joint);
    Axis axis;
    axis.bodies = {1, 0};
    axis.axes = {Vector3<double>::UnitY(), axis_of_door};
    system.constraints.push_back(axis);
  }
};

// The only motion that a hinge leaves the door: a rotation about y.
Poses opened(double angle) {
  Poses poses(2);
  poses[0].orientation = exponential({0, angle, 0});
  poses[0].position = poses[0].in_world(Vector3<double>(0.5, 0, 0));
  return poses;
}

// The angle with the least objective, by golden section search.
double best_angle(const StepProblem& problem) {
  const double golden = (std::sqrt(5.) - 1) / 2;
  double low = -0.5, high = 0.5;
  while (high - low > 1e-9) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    (objective(problem, opened(a)) < objective(problem, opened(b)) ? high : low) =
        objective(problem, opened(a)) < objective(problem, opened(b)) ? b : a;
  }
  return (low + high) / 2;
}

// A row of boxes that starts at a pin at the origin. Its far end must reach a second pin, which is nearer
// than the row is long.
struct SlackChain {
  World world;
  SlackChain(int bodies, double slack) {
    world = Chain{.bodies = bodies, .joint = PointJoints{}, .anchored = true}.build();
    world.system.gravity = {0, 0, -9.81};
    Point pin;
    pin.bodies = {bodies - 1, bodies};
    pin.points = {Vector3<double>(0.5, 0, 0), Vector3<double>(bodies - slack, 0, 0)};
    world.system.constraints.push_back(pin);
  }
};

System with_lengths(double first, double second) {
  System system;
  system.bodies = {{"ball", {1}}, {"world", {}}};
  for (const double length : {first, second}) {
    Distance distance;
    distance.bodies = {0, 1};
    distance.length = length;
    system.constraints.push_back(distance);
  }
  return system;
}

State at(const Vector3<double>& position) {
  State state{Poses(2), std::vector<Displacement>(2)};
  state.poses[0].position = position;
  return state;
}

}  // namespace

TEST_CASE("Newton's solvers turn a door about its aligned hinge to the angle of the least objective") {
  const Door door;
  const StepProblem problem = problem_of(door.system, door.state, 1. / 60);
  const Poses best = opened(best_angle(problem));
  Direct direct;
  Alm alm({});
  iterate(direct, problem, 8);
  iterate(alm, problem, 2000);
  for (const Solver* solver : std::initializer_list<const Solver*>{&direct, &alm}) {
    CHECK(half_square_distance(problem, solver->poses(), best) <
          1e-13 * half_square_distance(problem, problem.predicted, best));
    CHECK_FALSE(solver->has_multipliers());
    CHECK(solver->multipliers().size() == problem.constraints.row_count());
  }
  CHECK(hard_error(problem, direct.poses()) < 1e-14);
  CHECK(angular_error(problem, direct.poses()) < 1e-14);
}

TEST_CASE("Newton's solver aligns a hinge between two bodies and reaches the referee's solution") {
  const Hinged hinge(0.4);
  const StepProblem problem = problem_of(hinge.system, hinge.state);
  const auto minimum = find_minimum(problem);
  REQUIRE(minimum);
  Direct direct;
  iterate(direct, problem, 10);
  CHECK(error_of(problem, direct.poses(), *minimum) < 1e-20);
}

TEST_CASE("The solver and the referee name axes in opposite directions as the cause") {
  const Door door(-Vector3<double>::UnitY());
  const StepProblem problem = problem_of(door.system, door.state, 1. / 60);
  CHECK(angular_error(problem, problem.predicted) == Approx(3.14159265358979));
  Direct direct;
  direct.begin_step(problem);
  const auto failure = direct.iterate().stop;
  REQUIRE(failure);
  CHECK_THAT(failure->reason, Catch::Contains("axes point in opposite directions"));
  CHECK_THAT(failure->reason, !Catch::Contains("redundant"));
  CHECK_FALSE(find_minimum(problem));
  CHECK_THAT(why_unsolved(problem), Catch::Contains("axes point in opposite directions"));
}

TEST_CASE("Redundant constraints are named as the cause") {
  auto chain = boxes(4, 0.3);
  auto& joints = std::get<std::vector<Point>>(chain.system.constraints.runs[0]);
  joints.push_back(joints[1]);
  const StepProblem problem = problem_of(chain.system, chain.state);
  Direct direct;
  direct.begin_step(problem);
  const auto failure = direct.iterate().stop;
  REQUIRE(failure);
  CHECK(failure->status == Status::not_spd);
  CHECK_THAT(failure->reason, Catch::Contains("redundant"));
}

TEST_CASE("A chain with slack between two pins has a solution that is a minimum along the constraints") {
  const SlackChain chain(30, 3);
  const StepProblem problem = problem_of(chain.world.system, chain.world.state, 1. / 60);
  GaussSeidel gs({});
  iterate(gs, problem, 5000);
  const auto minimum = find_minimum(problem);
  REQUIRE(minimum);
  CHECK(minimum->residual < 1e-9);
  CHECK(hard_error(problem, minimum->poses) < 1e-9);
  CHECK(minimum->objective < objective(problem, gs.poses()));
  simbench::test::Random random(3);
  for (int k = 0; k < 5; ++k) {
    Poses pushed = minimum->poses;
    for (std::size_t b = 0; b + 1 < pushed.size(); ++b)
      move(pushed[b], {1e-3 * random.matrix(3, 1), 1e-3 * random.matrix(3, 1)});
    const Closest closed = closest_poses(problem, pushed);
    REQUIRE(hard_error(problem, closed.poses) < 1e-9);
    CHECK(objective(problem, closed.poses) > minimum->objective);
  }
}

TEST_CASE(
    "Contradicting constraints are reported with their error, and only if they contradict one another") {
  const System both = with_lengths(1, 2);
  const StepProblem contradicting = problem_of(both, at({1.2, 0.3, 0}));
  CHECK_FALSE(find_minimum(contradicting));
  const Closest closest = closest_poses(contradicting, contradicting.predicted);
  CHECK(closest.is_stationary);
  CHECK(closest.poses[0].position.norm() == Approx(1.5).epsilon(1e-6));  // halfway between both lengths
  CHECK(hard_error(contradicting, closest.poses) == Approx(std::sqrt(0.5)).epsilon(1e-6));
  CHECK_THAT(why_unsolved(contradicting), Catch::Contains("contradict") && Catch::Contains("0.707 m"));
  const System one = with_lengths(1, 1);
  const StepProblem holds = problem_of(one, at({1.2, 0.3, 0}));
  CHECK(hard_error(holds, closest_poses(holds, holds.predicted).poses) < 1e-9);
  CHECK_THAT(why_unsolved(holds), !Catch::Contains("contradict"));
}

TEST_CASE("Every solver of rigid bodies declines single precision") {
  for (const SolverEntry& entry : solvers()) {
    INFO(entry.name);
    CHECK_FALSE(entry.has_single_precision);
    CHECK_FALSE(entry.declines_precision(Precision::double_precision));
    CHECK(entry.declines_precision(Precision::single_precision) ==
          "it computes in double precision only; remove --precision single");
  }
}

TEST_CASE(
    "The extent of a system includes its bodies, the points of its joints and the lengths of constraints") {
  World world = Chain{.bodies = 4, .joint = PointJoints{}, .anchored = true}.build();
  // It reaches to the centre of the last body, because nothing is joined to its free end.
  CHECK(extent(world) == Approx(3.5));
  Distance far;
  far.bodies = {0, 1};
  far.length = 70;
  world.system.constraints.push_back(far);
  CHECK(extent(world) == 70);
}

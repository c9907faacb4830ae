// Angles that go on over whole turns: limits, motors and velocities beyond half a turn. Each case failed when
// angles were wrapped to (−π, π].
#include <catch2/catch.hpp>
#include <numbers>

#include "tests/rigid/joined_boxes.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

// A box that turns about its centre on a hinge along z.
World wheel(const Coordinate& turn, double angle = 0) {
  World world = boxes_at({{Vector3<double>::Zero(), exponential({0, 0, angle})}});
  Hinge hinge;
  hinge.turn = turn;
  hinge.directions = TwoVectors{Vector3<double>::UnitX(), Vector3<double>::UnitX()};
  add(hinge, {1, 0}, world);
  return world;
}

struct End {
  double angle, speed;  // with all turns [rad], [rad/s]
};

// After some steps, by the angles that the state keeps.
End stepped(Solver& solver, const World& world, double h, int steps, int iterations,
            VelocityRule rule = VelocityRule::increment) {
  State state = world.state;
  for (int step = 0; step < steps; ++step) {
    const StepProblem problem = predict(world.system, state, h, Gyroscopic::none);
    iterate(solver, problem, iterations);
    const auto* velocities = solver.velocities();
    state = velocities ? state_at_end(problem, solver.poses(), *velocities)
                       : advanced(problem, solver.poses(), rule);
  }
  return {state.angles.empty() ? 0 : state.angles[0], state.velocities[0].angular.z()};
}

}  // namespace

TEST_CASE("A motor holds a door at its stop, also where the stop is near half a turn or beyond it") {
  const auto limits =
      GENERATE(std::array{-3.14, 3.14}, std::array{0.0, 3.14}, std::array{0.0, 3.5}, std::array{-1.0, 14.0});
  const double lower = limits[0], upper = limits[1];
  INFO("limits " << lower << ", " << upper);
  // At the start the angle is the one nearest to the middle of the limits.
  const double start = std::min(upper - 0.5, (lower + upper) / 2 + 2.5);
  const World world = wheel({.limits = limits, .motor = MotorEntry{5, 8}}, start);
  for_each_solver(world.system.constraints, [&](Solver& solver, std::string_view) {
    const End end = stepped(solver, world, 0.01, 130, 80);
    // soft_step and tgs give way a little, and sor shakes between the motor and the stop.
    CHECK(std::abs(end.angle - upper) < 0.05);
  });
}

TEST_CASE("A motor reaches its speed, also if that is more than half a turn in a step") {
  const double h = 1. / 60, speed = GENERATE(50.0, 200.0, -320.0);
  const World world = wheel({.motor = MotorEntry{speed, 1e4}});
  for_each_solver(world.system.constraints, [&](Solver& solver, std::string_view) {
    const End end = stepped(solver, world, h, 10, 40);
    CHECK(end.speed == Approx(speed).epsilon(1e-9));
    // It speeds up by at most 3 rad a step, and so it is behind in the first steps.
    double behind = 0;
    for (int step = 1; step <= 10; ++step) behind += std::max(0.0, std::abs(speed) * h - 3 * step);
    CHECK(std::abs(end.angle) == Approx(10 * h * std::abs(speed) - behind).epsilon(1e-9));
  });
}

TEST_CASE("A motor brings a wheel that turns by almost half a turn in a step beyond it, by either rule") {
  const double h = 0.02, speed = 290;
  const auto rule = GENERATE(VelocityRule::increment, VelocityRule::pose);
  World world = wheel({.motor = MotorEntry{speed, 1e4}});
  world.state.velocities[0].angular.z() = 149;  // 2.98 rad a step
  for_each_solver(world.system.constraints, [&](Solver& solver, std::string_view) {
    CHECK(stepped(solver, world, h, 5, 40, rule).speed == Approx(speed).epsilon(1e-9));
  });
}

TEST_CASE("A weak motor passes whole turns a step on the way to its speed, and does not pass its speed") {
  const double h = 1. / 60, speed = GENERATE(-400.0, 1000.0);
  const World world = wheel({});
  const double inertia =
      world.system.bodies[0]
          .inertia
          .momentum_of({Vector3<double>::Zero(), Vector3<double>::UnitZ()}, world.state.poses[0].orientation)
          .angular.z();
  const World driven = wheel({.motor = MotorEntry{speed, 0.5 * inertia / (h * h)}});  // half a radian a step
  for_each_solver(driven.system.constraints, [&](Solver& solver, std::string_view name) {
    if (name == "alm") return;  // says that it finds no minimum where the target is that far away
    CHECK(stepped(solver, driven, h, 60, 40).speed == Approx(speed).epsilon(1e-6));
  });
}

TEST_CASE("A wheel keeps its speed above half a turn in a step, by either rule for velocities") {
  const double h = 1. / 60, speed = GENERATE(100.0, 320.0, -1000.0);
  const auto rule = GENERATE(VelocityRule::increment, VelocityRule::pose);
  World world = wheel({});
  world.state.velocities[0].angular.z() = speed;
  for_each_solver(world.system.constraints, [&](Solver& solver, std::string_view) {
    CHECK(stepped(solver, world, h, 7, 3, rule).speed == Approx(speed).epsilon(1e-9));
  });
}

TEST_CASE("The two directions across a rail turn with the scene") {
  const Vector3<double> axis(1, 0.3, 0), at(0.2, 0.1, 0);
  const Quaternion turn = exponential({0.4, -1.1, 0.7});
  const auto ends = [&](const Quaternion& by, std::string_view solver_name) {
    World world = boxes_at({{by * Vector3<double>(0.5, 0.3, 0.1), by}});
    world.state.velocities[0] = {by * Vector3<double>(1, -2, 0.5), by * Vector3<double>(0.5, 1, -1)};
    world.system.gravity = by * Vector3<double>(0, 0, -9.81);
    add(Prismatic{.anchor = {.in_world = Vector3<double>(by * at)},
                  .axis = {.in_world = Vector3<double>(by * axis)}},
        {1, 0}, world);
    Poses poses;
    for_each_solver(world.system.constraints, [&](Solver& solver, std::string_view name) {
      if (name != solver_name) return;
      iterate(solver, problem_of(world, 0.02), 3);
      poses = solver.poses();
    });
    return poses;
  };
  for (const std::string_view name : {"gs", "jacobi", "soft_step", "si", "xpbd"}) {
    INFO(name);
    const Poses plain = ends(Quaternion::Identity(), name), turned = ends(turn, name);
    REQUIRE(!plain.empty());
    CHECK((turn * plain[0].position - turned[0].position).norm() < 1e-13);
  }
}

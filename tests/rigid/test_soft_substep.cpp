// The solvers of Solver2D: closed forms of their equilibria, and the coefficients that its code computes.
#include <catch2/catch.hpp>
#include <numbers>

#include "rigid/solvers/soft_step.h"
#include "rigid/solvers/tgs.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

constexpr double demo_gravity = 10, frame = 1. / 60;

// Runs frames of `substeps` substeps with one iteration each.
State after(const World& world, Solver& solver, int frames, int substeps,
            Gyroscopic gyroscopic = Gyroscopic::none) {
  State state = world.state;
  for (int step = 0; step < frames * substeps; ++step) {
    StepProblem problem = predict(world.system, state, frame / substeps, gyroscopic);
    problem.substep = step % substeps;
    iterate(solver, problem, 1);
    state = {solver.poses(), *solver.velocities()};
  }
  return state;
}

// A ball that does not turn, at the origin, and the world.
World ball(double mass) {
  World world;
  world.system.bodies = {{"ball", {1 / mass}}, {"world", {}}};
  world.system.gravity = {0, 0, -demo_gravity};
  world.state = {Poses(2), std::vector<Displacement>(2)};
  return world;
}

Contact on_the_ground() {
  Contact contact;
  contact.bodies = {0, 1};
  return contact;
}

template <class Body>
void for_both(const Body& body) {
  SoftStep soft_step({});
  body(soft_step, 60., 2.);
  Tgs tgs({});
  body(tgs, 30., 4.);
}

}  // namespace

TEST_CASE(
    "A resting contact overlaps by F/(m w^2), whatever its damping is, and a hanging joint opens by it") {
  for (const double mass : {0.3, 7.0}) {
    for (const double ratio : {1.0, 10.0}) {
      for (const int substeps : {4, 8}) {
        World world = ball(mass);
        world.system.constraints.push_back(on_the_ground());
        SoftStepSettings settings;
        settings.damping_ratio = ratio;
        SoftStep solver(settings);
        const State rests = after(world, solver, 600, substeps);
        const double omega =
            2 * std::numbers::pi * 60;  // 30 Hz, twice as much above a body that stands still
        CHECK(rests.poses[0].position.z() == Approx(-demo_gravity / (omega * omega)).epsilon(1e-9));
        CHECK(std::abs(rests.velocities[0].linear.z()) < 1e-10);
      }
    }
  }
  for_both([](Solver& solver, double joint_frequency, double) {
    World world = ball(2);
    Point joint;
    joint.bodies = {0, 1};
    world.system.constraints.push_back(joint);
    const State hangs = after(world, solver, 600, 4);
    const double omega = 2 * std::numbers::pi * joint_frequency;
    CHECK(hangs.poses[0].position.z() == Approx(-demo_gravity / (omega * omega)).epsilon(1e-9));
  });
}

TEST_CASE("A free body keeps its angular momentum, and a limit holds from its lower end on") {
  for_both([](Solver& solver, double, double) {
    World world = ball(2);
    world.system.gravity.setZero();
    world.system.bodies[0].inertia.inverse_principal = {1, 0.5, 0.2};
    world.state.velocities[0].angular = {0.3, 20, -1};
    const State end = after(world, solver, 50, 4, Gyroscopic::momentum);
    const std::vector<Inertia> inertias = {world.system.bodies[0].inertia, {}};
    CHECK((angular_momentum(inertias, end) - angular_momentum(inertias, world.state)).norm() < 1e-11);
  });
  for (const double speed : {-3.0, 3.0}) {
    for_both([&](Solver& solver, double, double) {
      World world = ball(2);
      world.system.gravity.setZero();
      world.state.velocities[0].linear.x() = speed;
      Translation limit;
      limit.bodies = {1, 0};
      limit.slack = 5;
      world.system.constraints.push_back(limit);
      const State next = after(world, solver, 1, 4);
      // Below the limit it is soft, so that it gives way a little.
      if (speed > 0) CHECK(next.poses[0].position.x() == Approx(speed * frame));
      if (speed < 0) CHECK(std::abs(next.poses[0].position.x()) < 0.02 * std::abs(speed) * frame);
    });
  }
}

TEST_CASE("Two balls, one on the other, overlap by the force over the effective mass") {
  World world = ball(2);
  world.system.bodies.insert(world.system.bodies.begin() + 1, {"upper", {1. / 3}});
  world.state = {Poses(3), std::vector<Displacement>(3)};
  Contact lower = on_the_ground(), upper = on_the_ground();
  lower.bodies = {0, 2};
  upper.bodies = {1, 0};
  world.system.constraints.push_back(lower);
  world.system.constraints.push_back(upper);
  SoftStep solver({});
  const State rests = after(world, solver, 3000, 4);
  const double ground = std::pow(2 * std::numbers::pi * 60, 2), both = std::pow(2 * std::numbers::pi * 30, 2);
  const double at = -5 * demo_gravity / (2 * ground);
  CHECK(rests.poses[0].position.z() == Approx(at).epsilon(1e-6));
  CHECK(rests.poses[1].position.z() - at == Approx(-3 * demo_gravity / (2. * 3 / 5 * both)).epsilon(1e-6));
}

TEST_CASE("The first substep is what Solver2D's coefficients give") {
  // 4 substeps at 60 Hz: 30 Hz has bias 9.06865, mass 0.942279, impulse 0.0577207 (and 60 Hz 17.4769,
  // 0.971333).
  const double h = frame / 4, z = -1e-3, v = -h * demo_gravity;
  const auto moved = [&](double bias, double mass) { return h * (v - mass * (v + bias * z)); };
  for_both([&](Solver& solver, double joint_frequency, double) {
    World world = ball(2);
    world.state.poses[0].position.z() = z;
    Point joint;
    joint.bodies = {0, 1};
    world.system.constraints.push_back(joint);
    const State next = after(world, solver, 1, 4);
    World once = world;
    StepProblem prediction = predict(once.system, once.state, h, Gyroscopic::none);
    const auto fresh = [&]() -> std::unique_ptr<Solver> {
      if (joint_frequency > 40) return std::make_unique<SoftStep>(SoftStepSettings());
      return std::make_unique<Tgs>(TgsSettings());
    }();
    iterate(*fresh, prediction, 1);
    const double expected = joint_frequency > 40 ? moved(17.4769, 0.971333) : moved(9.06865, 0.942279);
    CHECK(fresh->poses()[0].position.z() - z == Approx(expected).epsilon(1e-4));
    // The relaxing sweep removes all velocity of the joint.
    CHECK((*fresh->velocities())[0].linear.norm() < 1e-14);
    CHECK(std::abs(next.poses[0].position.z()) < std::abs(z));
  });
}

TEST_CASE("An overlap is undone at most with the push velocity, and a gap is closed without a bounce") {
  for_both([](Solver& solver, double, double push) {
    World world = ball(2);
    world.system.constraints.push_back(on_the_ground());
    world.state.poses[0].position.z() = -1;
    const State pushed = after(world, solver, 6, 4);
    CHECK(pushed.poses[0].position.z() == Approx(-1 + 6 * frame * push).epsilon(0.1));
    CHECK(pushed.poses[0].position.z() <= -1 + 6 * frame * push);
  });
  for_both([](Solver& solver, double, double) {
    World world = ball(2);
    world.system.constraints.push_back(on_the_ground());
    world.state.poses[0].position.z() = 0.01;
    world.state.velocities[0].linear.z() = -5;
    const State landed = after(world, solver, 1, 4);
    CHECK(std::abs(landed.poses[0].position.z()) < 1e-3);
    CHECK(landed.velocities[0].linear.z() <= 1e-12);
    CHECK(landed.velocities[0].linear.z() > -1);
  });
}

TEST_CASE("Blocks on a slope stick and slide as with other solvers, and motors reach their speed") {
  for (const double angle : {0.3, 0.6}) {
    for_both([&](Solver& solver, double, double) {
      World world = ball(2);
      Contact contact = on_the_ground();
      contact.static_friction = contact.dynamic_friction = 0.5;
      world.system.constraints.push_back(contact);
      world.system.gravity = demo_gravity * Vector3<double>(std::sin(angle), 0, -std::cos(angle));
      const int frames = 120;
      const State end = after(world, solver, frames, 4);
      const double acceleration = std::max(0.0, demo_gravity * (std::sin(angle) - 0.5 * std::cos(angle)));
      CHECK(end.velocities[0].linear.x() == Approx(acceleration * frames * frame).epsilon(0.01).margin(1e-9));
    });
  }
  for_both([](Solver& solver, double, double) {
    World world = ball(2);
    world.system.gravity.setZero();
    TranslationMotor motor;
    motor.bodies = {1, 0};
    motor.speed = 0.7;
    motor.largest_force = 4;
    world.system.constraints.push_back(motor);
    CHECK(after(world, solver, 10, 4).velocities[0].linear.x() == Approx(4. / 2 * 10 * frame));
    CHECK(after(world, solver, 60, 4).velocities[0].linear.x() == Approx(0.7));
  });
}

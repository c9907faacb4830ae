// Contacts with friction and restitution, in closed form.
#include <catch2/catch.hpp>
#include <numbers>

#include "rigid/problem/restitution.h"
#include "rigid/solvers/gauss_seidel.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

constexpr double g = 9.81;

// One body above a plane through the origin; z points up.
struct Above {
  System system;
  State state;
  Contact contact;

  Above(const Vector3<double>& inertia, double height) {
    const bool turns = inertia.norm() > 0;
    system.bodies = {
        {"body", {0.5, turns ? Vector3<double>(inertia.cwiseInverse()) : Vector3<double>::Zero()}},
        {"world", {}}};
    system.gravity = {0, 0, -g};
    state = {Poses(2), std::vector<Displacement>(2)};
    state.poses[0].position.z() = height;
    contact.bodies = {0, 1};
    contact.points[0] = {0, 0, -height};
  }
  void rest_on_it() { system.constraints.push_back(contact); }
};

State stepped(const System& system, const State& state, double h, int sweeps, Solver& solver,
              RestitutionPass pass = RestitutionPass::converged) {
  const StepProblem prediction = predict(system, state, h, Gyroscopic::none);
  solver.begin_step(prediction);
  for (int k = 0; k < sweeps; ++k) solver.iterate();
  State next = advanced(prediction, solver.poses());
  apply_restitution(system, prediction, solver.multipliers(), next, pass);
  return next;
}
State stepped(const System& system, const State& state, double h, int sweeps) {
  GaussSeidel gs({});
  return stepped(system, state, h, sweeps, gs);
}

// Calls body(solver, number of iterations to converge) for every solver that has friction and hard contacts.
template <class Body>
void for_each_with_friction(const Constraints& constraints, const Body& body) {
  for_each_solver(constraints, [&](Solver& solver, std::string_view name) {
    if (solver.velocities()) return;  // its contacts are soft (test_soft_substep.cpp)
    body(solver, name == "avbd" ? 400 : 40);
  });
}

// A box falls flat onto its four corners. `velocity`: before the step.
struct FallingBox : Above {
  explicit FallingBox(double velocity) : Above({0.02, 0.03, 0.04}, 0.1) {
    state.velocities[0].linear.z() = velocity;
    contact.restitution = 0.5;
    for (const double x : {-0.4, 0.4}) {
      for (const double y : {-0.3, 0.3}) {
        contact.points[0] = {x, y, -0.1};
        contact.points[1] = {x, y, 0};
        rest_on_it();
      }
    }
  }
};

}  // namespace

TEST_CASE("A box that lands flat bounces flat, whichever of its corners the solver has pushed") {
  const double h = 0.01;
  const FallingBox box(-3);
  const StepProblem prediction = predict(box.system, box.state, h, Gyroscopic::none);
  const double impulse = 0.5 * (3 + g * h);  // m (v + g h) stops the box, whatever corners it acts on
  for (const std::array<double, 4> shares :
       {std::array{0.25, 0.25, 0.25, 0.25}, std::array{0.5, 0.0, 0.0, 0.5}, std::array{0.0, 0.5, 0.5, 0.0},
        std::array{0.5, -1e-17, 1e-17, 0.5}}) {
    const VectorX<double> multipliers = h * impulse * Eigen::Map<const Eigen::Vector4d>(shares.data());
    State next = advanced(prediction, box.state.poses);  // each corner touches
    apply_restitution(box.system, prediction, multipliers, next);
    CHECK(next.velocities[0].linear.z() == Approx(0.5 * (3 + g * h)));
    CHECK(next.velocities[0].angular.norm() < 1e-12);
  }
}

TEST_CASE("Rounding does not decide whether a body that has fallen for two steps bounces") {
  const double h = 0.01;
  const FallingBox box(-g * h);
  for (const double tilt : {-1e-16, 0.0, 1e-16}) {
    StepProblem prediction = predict(box.system, box.state, h, Gyroscopic::none);
    prediction.predicted_velocities[0].angular = {tilt, tilt, 0};
    State next = advanced(prediction, box.state.poses);
    apply_restitution(box.system, prediction, VectorX<double>::Constant(4, h * 0.5 * 2 * g * h / 4), next);
    CHECK(next.velocities[0].linear.norm() < 1e-14);
    CHECK(next.velocities[0].angular.norm() < 1e-14);
  }
}

TEST_CASE(
    "A block on an incline sticks below the angle of static friction, and slides above it with the dynamic "
    "one") {
  const double h = 0.01, static_friction = 0.5, dynamic_friction = 0.3;
  for (const double angle : {0.2, 0.46, 0.47, 0.8}) {  // tan⁻¹ ½ = 0.4636
    INFO(angle);
    Above block(Vector3<double>::Zero(), 0);
    block.contact.static_friction = static_friction;
    block.contact.dynamic_friction = dynamic_friction;
    block.rest_on_it();
    block.system.gravity = g * Vector3<double>(std::sin(angle), 0, -std::cos(angle));
    const bool sticks = std::tan(angle) <= static_friction;
    const double acceleration = sticks ? 0 : g * (std::sin(angle) - dynamic_friction * std::cos(angle));
    for_each_with_friction(block.system.constraints, [&](Solver& solver, int iterations) {
      State state = block.state;
      for (int step = 1; step <= 50; ++step) state = stepped(block.system, state, h, iterations, solver);
      CHECK(std::abs(state.velocities[0].linear.x() - acceleration * 50 * h) < 1e-10);
      CHECK(std::abs(state.poses[0].position.x() - acceleration * h * h * 50 * 51 / 2) < 1e-12);
      CHECK(std::abs(state.poses[0].position.z()) < 1e-15);
    });
  }
}

TEST_CASE("A sliding block stops after v/(nu g h) steps, and stays") {
  Above block(Vector3<double>::Zero(), 0);
  block.contact.static_friction = block.contact.dynamic_friction = 0.4;
  block.rest_on_it();
  block.state.velocities[0].linear.x() = 1.5;
  const double h = 0.02;
  const int steps = static_cast<int>(std::ceil(1.5 / (0.4 * g * h)));
  for_each_with_friction(block.system.constraints, [&](Solver& solver, int iterations) {
    State state = block.state;
    for (int step = 1; step < steps; ++step) state = stepped(block.system, state, h, iterations, solver);
    CHECK(state.velocities[0].linear.x() > 1e-3);
    state = stepped(block.system, state, h, iterations, solver);
    CHECK(std::abs(state.velocities[0].linear.x()) < 1e-10);
    state = stepped(block.system, state, h, iterations, solver);
    CHECK(std::abs(state.velocities[0].linear.x()) < 1e-10);
  });
}

TEST_CASE("A ball that slips at first rolls with 5/7 of its speed") {
  const double radius = 0.3;
  Above ball(ball_inertia(2, radius), radius);
  ball.contact.turns = {false, true};
  ball.contact.static_friction = ball.contact.dynamic_friction = 0.2;
  ball.rest_on_it();
  ball.state.velocities[0].linear.x() = 2;
  for_each_with_friction(ball.system.constraints, [&](Solver& solver, int iterations) {
    State state = ball.state;
    for (int step = 0; step < 2000; ++step) state = stepped(ball.system, state, 1e-3, iterations, solver);
    CHECK(state.velocities[0].linear.x() == Approx(2 * 5. / 7).epsilon(1e-6));
    CHECK(state.velocities[0].angular.y() == Approx(2 * 5. / 7 / radius).epsilon(1e-6));
  });
}

TEST_CASE("Friction slows a ball that spins by more than half a turn in a step, and drives it forward") {
  const double radius = 0.3, h = 1. / 60, spin = 320, friction = 0.2;
  Above ball(ball_inertia(2, radius), radius);
  ball.contact.turns = {false, true};
  ball.contact.static_friction = ball.contact.dynamic_friction = friction;
  ball.rest_on_it();
  ball.state.velocities[0].angular.y() = -spin;
  for_each_with_friction(ball.system.constraints, [&](Solver& solver, int iterations) {
    State state = ball.state;
    for (int step = 0; step < 5; ++step) state = stepped(ball.system, state, h, iterations, solver);
    const double speed = friction * g * 5 * h;
    CHECK(state.velocities[0].linear.x() == Approx(-speed).epsilon(1e-3));
    CHECK(state.velocities[0].angular.y() == Approx(-spin + 2.5 * speed / radius).epsilon(1e-3));
  });
}

TEST_CASE("A ball bounces with e times its speed, rests if it is slow, and a penetration causes no bounce") {
  Above ball(Vector3<double>::Zero(), 0);
  ball.contact.restitution = 0.7;
  ball.rest_on_it();
  const double h = 1e-3;
  ball.state.velocities[0].linear.z() = -3;
  CHECK(stepped(ball.system, ball.state, h, 5).velocities[0].linear.z() ==
        Approx(0.7 * (3 + g * h)).epsilon(1e-12));
  ball.state.velocities[0].linear.z() = -g * h / 2;
  CHECK(std::abs(stepped(ball.system, ball.state, h, 5).velocities[0].linear.z()) < 1e-14);
  ball.state.poses[0].position.z() = -0.1;
  ball.state.velocities[0].linear.z() = 0;
  const State out = stepped(ball.system, ball.state, h, 5);
  CHECK(std::abs(out.poses[0].position.z()) < 1e-14);
  CHECK(std::abs(out.velocities[0].linear.z()) < 1e-12);
}

TEST_CASE("Three equal balls in contact part as simultaneous impacts require") {
  System system;
  system.bodies = {{"a", {1}}, {"b", {1}}, {"c", {1}}, {"world", {}}};
  State state{Poses(4), std::vector<Displacement>(4)};
  for (int i = 0; i < 2; ++i) {
    Contact contact;
    contact.bodies = {i + 1, i};
    contact.normal = Vector3<double>::UnitX();
    contact.points = {Vector3<double>(-0.5, 0, 0), Vector3<double>(0.5, 0, 0)};
    contact.restitution = 1;
    system.constraints.push_back(contact);
    state.poses[i + 1].position.x() = i + 1;
  }
  state.velocities[0].linear.x() = 1;
  const State out = stepped(system, state, 1e-3, 500);
  CHECK(out.velocities[0].linear.x() == Approx(-1. / 3).epsilon(1e-9));
  CHECK(out.velocities[1].linear.x() == Approx(2. / 3).epsilon(1e-9));
  CHECK(out.velocities[2].linear.x() == Approx(2. / 3).epsilon(1e-9));
  // A single sweep in order: the first pair exchanges its velocity, then the second pair moves together.
  GaussSeidel gs({});
  const State once = stepped(system, state, 1e-3, 500, gs, RestitutionPass::single);
  CHECK(std::abs(once.velocities[0].linear.x()) < 1);
  CHECK(once.velocities[1].linear.x() == Approx(once.velocities[2].linear.x()));
}

// Contacts that are found from the shapes of bodies, beside contacts that are given, and closed forms.
#include <catch2/catch.hpp>
#include <numbers>

#include "rigid/contacts/contact_finder.h"
#include "rigid/problem/friction.h"
#include "rigid/problem/restitution.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "tests/rigid/stepping.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

using Vector = Vector3<double>;
constexpr double gravity = 9.81;

// A system whose first body is a fixed plane or box.
struct Scenery {
  System system;
  State state;

  Scenery() {
    system.contacts.emplace();
    system.gravity = {0, 0, -gravity};
    system.bodies = {{"world", {}}};
    state = {Poses(1), std::vector<Displacement>(1)};
  }
  // Adds a body before the world. Without a mass it is fixed.
  int add(const Shape& shape, double mass, const Vector& position, double friction = 0,
          double restitution = 0) {
    Inertia inertia;
    if (mass > 0) {
      inertia.inverse_mass = 1 / mass;
      const Vector moments = shape.kind == Shape::Kind::box
                                 ? box_inertia(mass, 2 * shape.half_edges)
                                 : capsule_inertia(mass, 2 * shape.half_edges.x(), shape.radius);
      inertia.inverse_principal = moments.cwiseInverse();
    }
    const int number = system.world();
    system.bodies.insert(system.bodies.end() - 1, {"body", inertia, shape, friction, restitution});
    state.poses.insert(state.poses.end() - 1, Pose{position});
    state.velocities.insert(state.velocities.end() - 1, Displacement());
    return number;
  }
  // Adds the plane z = 0 of a frame that is turned by an angle about y.
  void add_plane(double angle = 0, double friction = 0) {
    const int plane = add(Shape::plane(), 0, Vector::Zero(), friction);
    state.poses[plane].orientation = exponential({0, angle, 0});
  }
};

// Steps a scene with one solver.
class Stepper {
 public:
  Stepper(const Scenery& scenery, Solver& solver, double h, int iterations)
      : scenery_(scenery), finder_(scenery.system), solver_(solver), h_(h), iterations_(iterations) {
    state = scenery.state;
  }
  void step() {
    problem_ = predict(scenery_.system, state, h_, Gyroscopic::none, finder_.find(state, h_, 1, 0));
    solver_.begin_step(problem_);
    for (int k = 0; k < iterations_; ++k) solver_.iterate();
    const std::vector<Displacement>* velocities = solver_.velocities();
    state = velocities ? State{solver_.poses(), *velocities} : advanced(problem_, solver_.poses());
    if (!velocities)
      apply_restitution(scenery_.system, problem_, solver_.multipliers(), state, RestitutionPass::converged);
  }
  void steps(int count) {
    for (int k = 0; k < count; ++k) step();
  }
  void set_iterations(int iterations) { iterations_ = iterations; }
  const StepProblem& problem() const { return problem_; }
  State state;

 private:
  const Scenery& scenery_;
  ContactFinder finder_;
  Solver& solver_;
  double h_;
  int iterations_;
  StepProblem problem_;
};

// Calls body(solver, iterations) for every solver with hard contacts that takes the scene. A sum of Jacobi's
// corrections overshoots if a body has several contacts, so Jacobi divides masses.
template <class Body>
void for_each_with_contacts(const Scenery& scenery, const Body& body) {
  for_each_solver(possible_constraints(scenery.system), [&](Solver& solver, std::string_view name) {
    if (solver.velocities() || name == "jacobi") return;
    body(solver, name == "avbd" ? 400 : 60);
  });
  INFO("jacobi");
  Jacobi jacobi({.averaging = Averaging::split});
  body(jacobi, 400);
}

std::vector<Contact> contacts_of(const Scenery& scenery) {
  return ContactFinder(scenery.system).find(scenery.state, 0.01, 1, 0).contacts;
}

}  // namespace

TEST_CASE("The moments of a capsule are those of many points in it") {
  const double length = 1.3, radius = 0.4;
  Vector moments = Vector::Zero();
  double count = 0;
  constexpr int n = 160;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        const Vector p((i + 0.5) / n - 0.5, (j + 0.5) / n - 0.5, (k + 0.5) / n - 0.5);
        const Vector x = (length + 2 * radius) * p;
        const double from_core = Vector(std::max(std::abs(x.x()) - length / 2, 0.), x.y(), x.z()).norm();
        if (from_core > radius) continue;
        count += 1;
        moments += Vector::Constant(x.squaredNorm()) - x.cwiseAbs2();
      }
    }
  }
  const Vector expected = capsule_inertia(3, length, radius);
  CHECK((3 / count * moments - expected).norm() < 2e-3 * expected.norm());
  CHECK((capsule_inertia(2, 0, 0.3) - ball_inertia(2, 0.3)).norm() < 1e-15);
}

TEST_CASE("A stack with contacts that are found moves like one with the same contacts given") {
  Scenery stack;
  stack.add_plane();
  for (int k = 0; k < 3; ++k) stack.add(Shape::box({1, 1, 1}), 1 + k, {0, 0, 0.5 + k});
  stack.system.gravity = {0.3, -0.2, -gravity};
  System given = stack.system;
  given.contacts.reset();
  for (int k = 0; k < 3; ++k) {
    for (int corner = 0; corner < 4; ++corner) {
      Contact contact;
      contact.bodies = {1 + k, k};
      const double x = corner % 2 - 0.5, y = corner / 2 - 0.5;
      contact.points = {Vector(x, y, -0.5), Vector(x, y, k == 0 ? 0 : 0.5)};
      given.constraints.push_back(contact);
    }
  }
  for_each_with_contacts(stack, [&](Solver& solver, int iterations) {
    Stepper stepper(stack, solver, 0.01, 5 * iterations);
    State state = stack.state;
    for (int step = 0; step < 5; ++step) {
      stepper.step();
      const StepProblem problem = predict(given, state, 0.01, Gyroscopic::none);
      REQUIRE(stepper.problem().constraints.row_count() == 12);
      iterate(solver, problem, 5 * iterations);
      const Poses poses = solver.poses();
      state = advanced(problem, poses);
      apply_restitution(given, problem, solver.multipliers(), state);
      for (std::size_t b = 0; b < poses.size(); ++b)
        CHECK((stepper.state.poses[b].position - state.poses[b].position).norm() < 1e-6);
      stepper.state = state;
    }
  });
}

TEST_CASE("A box on an incline sticks below the angle of friction and slides above it") {
  for (const double angle : {0.3, 0.6}) {
    Scenery incline;
    incline.add_plane(angle, 0.8);
    const int box = incline.add(Shape::box({1, 1, 0.4}), 2, Vector::Zero(), 0.2);  // sqrt(0.8 0.2) = 0.4
    incline.state.poses[box].orientation = exponential({0, angle, 0});
    incline.state.poses[box].position = incline.state.poses[box].in_world({0, 0, 0.2});
    const Vector downhill = incline.state.poses[box].in_world(Vector::UnitX());
    const double slope = std::tan(angle);
    const double acceleration = slope <= 0.4 ? 0 : gravity * std::cos(angle) * (slope - 0.4);
    for_each_with_contacts(incline, [&](Solver& solver, int iterations) {
      Stepper stepper(incline, solver, 0.01, iterations);
      stepper.steps(20);
      const double speed = stepper.state.velocities[box].linear.dot(downhill);
      INFO(angle);
      CHECK(speed == Approx(0.2 * acceleration).margin(1e-6));
    });
  }
}

TEST_CASE("A ball and a capsule roll down an incline with a = g sin(angle)/(1 + I/(m r^2))") {
  const double angle = 0.3, radius = 0.25;
  for (const double length : {0., 0.6}) {
    Scenery incline;
    incline.add_plane(angle, 1);
    const int body = incline.add(Shape::capsule(length, radius), 2, Vector::Zero(), 1);
    Pose& pose = incline.state.poses[body];
    pose.orientation = exponential({0, angle, 0});
    pose.position = pose.in_world({0, 0, radius});
    const Vector downhill = pose.in_world(Vector::UnitX());
    pose.orientation = pose.orientation * exponential({0, 0, std::numbers::pi / 2});  // across
    const double moment = capsule_inertia(2, length, radius).x();
    const double acceleration = gravity * std::sin(angle) / (1 + moment / (2 * radius * radius));
    for_each_with_contacts(incline, [&](Solver& solver, int iterations) {
      Stepper stepper(incline, solver, 0.005, iterations);
      stepper.steps(100);
      CHECK(stepper.state.velocities[body].linear.dot(downhill) == Approx(0.5 * acceleration).epsilon(2e-3));
      CHECK(stepper.problem().constraints.row_count() == (length > 0 ? 2 : 1));
    });
  }
}

TEST_CASE("Two balls of equal mass exchange their velocities, and a row of balls passes one on") {
  Scenery row;
  row.system.gravity.setZero();
  for (int k = 0; k < 4; ++k) row.add(Shape::ball(0.5), 1, {1.015 * k, 0, 0}, 0, 1);
  row.state.velocities[0].linear.x() = 2;
  GaussSeidel gs({});
  Stepper stepper(row, gs, 0.005, 100);
  stepper.steps(60);
  for (int k = 0; k < 3; ++k) CHECK(stepper.state.velocities[k].linear.norm() < 1e-12);
  CHECK(stepper.state.velocities[3].linear.x() == Approx(2).epsilon(1e-12));
  CHECK(contacts_of(row).size() == 1);  // only the first pair can meet in the first step
}

TEST_CASE("A pair that a joint connects has no contact, and fixed bodies do not touch each other") {
  Scenery scenery;
  scenery.add(Shape::box({4, 4, 1}), 0, {0, 0, -0.5});
  scenery.add(Shape::box({5, 5, 1}), 0, {0, 0, -0.5});
  scenery.add(Shape::box({1, 1, 1}), 1, {-0.5, 0, 0.5});
  scenery.add(Shape::box({1, 1, 1}), 1, {0.5, 0, 0.5});
  CHECK(contacts_of(scenery).size() == 4 * 5);  // each box on both grounds, and one on the other
  Point joint;
  joint.bodies = {2, 3};
  joint.points = {Vector(0.5, 0, 0), Vector(-0.5, 0, 0)};
  scenery.system.constraints.push_back(joint);
  CHECK(contacts_of(scenery).size() == 4 * 4);
}

TEST_CASE(
    "A warm start gives each contact its own multiplier of the last step, although others come and go") {
  Scenery scenery;
  scenery.add_plane(0, 0.5);
  scenery.add(Shape::box({1, 2, 1}), 1, {0, 0, 0.5}, 0.5);
  const int bob = scenery.add(Shape::ball(0.1), 1, {5, 0, 1});
  Distance string;
  string.bodies = {bob, scenery.system.world()};
  string.points[1] = {5, 0, 2};
  string.length = 1;
  scenery.system.constraints.push_back(string);
  FoundContacts found = ContactFinder(scenery.system).find(scenery.state, 0.01, 1, 0);
  REQUIRE(found.contacts.size() == 4);
  GaussSeidelOptions options;
  options.warm_start = {.factor = 0.5, .moves_pose = false};
  GaussSeidel gs(options);
  iterate(gs, predict(scenery.system, scenery.state, 0.01, Gyroscopic::none, found), 3);
  const VectorX<double> last = gs.multipliers();
  CHECK(last.minCoeff() != last.tail<4>().maxCoeff());
  // The first contact goes, two new ones come, and the others change their places.
  const Contact fresh = found.contacts[0];
  found.contacts = {fresh, found.contacts[3], found.contacts[1], fresh, found.contacts[2]};
  found.matches = {{-1, 3, 1, -1, 2}, 4};
  const StepProblem next = predict(scenery.system, scenery.state, 0.01, Gyroscopic::none, found);
  gs.begin_step(next);
  VectorX<double> expected(6);
  expected << last[0], 0, last[1 + 3], last[1 + 1], 0, last[1 + 2];
  CHECK(gs.multipliers() == 0.5 * expected);
}

TEST_CASE("A stack at rest is solved before the first iteration by the multipliers of the last step") {
  Scenery scenery;
  scenery.add_plane(0, 0.5);
  for (int k = 0; k < 3; ++k) scenery.add(Shape::box({1, 1, 1}), 1, {0, 0, 0.5 + k}, 0.5);
  const int ball = scenery.add(Shape::ball(0.2), 0.1, {0.1, 0.2, 3.25}, 0.5);
  GaussSeidelOptions options;
  options.warm_start.factor = 1;
  GaussSeidel gs(options);
  Stepper stepper(scenery, gs, 0.01, 100);
  stepper.step();
  CHECK(stepper.problem().constraints.row_count() == 12);  // the ball has not arrived
  stepper.steps(50);
  CHECK(stepper.problem().constraints.row_count() >= 13);
  CHECK(stepper.state.poses[ball].position.z() == Approx(3.2).margin(1e-6));
  const Poses before = stepper.state.poses;
  stepper.set_iterations(0);
  stepper.step();
  for (std::size_t b = 0; b < before.size(); ++b)
    CHECK((stepper.state.poses[b].position - before[b].position).norm() < 1e-3 * gravity * 0.01 * 0.01);
}

TEST_CASE("In a planar scene, round bodies and thin boxes rest on planes and boxes") {
  for (const Shape& shape : {Shape::ball(0.2), Shape::capsule(0.5, 0.2), Shape::box({0.8, 0.4, 0.001})}) {
    for (const bool is_plane : {true, false}) {
      for (const bool ground_first : {true, false}) {
        Scenery scenery;
        scenery.system.gravity = {0, -gravity, 0};
        scenery.system.contacts->is_planar = true;
        scenery.system.contacts->margin = 0.01;
        int body = 0;
        const auto add_body = [&] { body = scenery.add(shape, 1, {0, 0.3, 0}, 0.5); };
        if (!ground_first) add_body();
        if (is_plane) {
          const int plane = scenery.add(Shape::plane(), 0, Vector::Zero(), 0.5);
          const double half = std::sqrt(0.5);
          scenery.state.poses[plane].orientation = Quaternion(half, -half, 0, 0);
        } else {
          scenery.add(Shape::box({10, 1, 1}), 0, {0, -0.5, 0}, 0.5);
        }
        if (ground_first) add_body();
        GaussSeidel gs({});
        Stepper stepper(scenery, gs, 0.01, 30);
        stepper.steps(100);
        INFO(is_plane << ground_first << shape.radius);
        CHECK(stepper.state.poses[body].position.y() == Approx(0.2 - 0.01).margin(1e-6));
        CHECK(stepper.state.poses[body].position.z() == 0);
      }
    }
  }
}

TEST_CASE("With forces in the middle, a ball rolls as with forces on the surfaces") {
  for (const ContactPoints points : {ContactPoints::surface, ContactPoints::middle}) {
    Scenery scenery;
    scenery.add_plane(0, 0.5);
    scenery.system.contacts->points = points;
    const int ball = scenery.add(Shape::ball(0.25), 1, {0, 0, 0.25}, 0.5);
    scenery.state.velocities[ball].linear.x() = 3;
    for_each_with_contacts(scenery, [&](Solver& solver, int iterations) {
      Stepper stepper(scenery, solver, 0.01, iterations);
      stepper.steps(300);
      CHECK(stepper.state.velocities[ball].linear.x() == Approx(3 * 5. / 7).epsilon(0.01));
      CHECK(stepper.state.poses[ball].position.z() == Approx(0.25).margin(1e-3));
    });
  }
}

TEST_CASE("Contacts that are found once per frame reach as far as bodies move in the frame") {
  Scenery scenery;
  scenery.add_plane();
  const int box = scenery.add(Shape::box({0.3, 0.3, 0.3}), 1, {0, 0, 0.2});
  scenery.system.contacts->is_per_frame = true;
  scenery.state.velocities[box].linear.z() = -5;
  const double frame = 1. / 60;
  constexpr int substeps = 16;
  ContactFinder finder(scenery.system);
  CHECK(finder.find(scenery.state, frame, substeps, 0).contacts.size() == 4);
  const FoundContacts later = finder.find(scenery.state, frame, substeps, 3);
  CHECK(later.contacts.size() == 4);
  CHECK(later.matches.last == std::vector<Index>{0, 1, 2, 3});
}

TEST_CASE("A box that has landed rests with its weight under AVBD with a warm start") {
  Scenery scenery;
  scenery.add_plane(0, 0.5);
  const int box = scenery.add(Shape::box({1, 1, 1}), 1, {0, 0, 0.7}, 0.5);
  for (const bool bounded : {false, true}) {
    Avbd avbd({.rule = PenaltyRule::effective_mass, .warm_start = 1, .bounded_stiffness = bounded});
    Stepper stepper(scenery, avbd, 1. / 60, 100);
    stepper.steps(60);
    CHECK(stepper.state.poses[box].position.z() == Approx(0.5).margin(1e-6));
    CHECK(avbd.multipliers().sum() * 60 * 60 == Approx(gravity).epsilon(1e-6));
  }
}

TEST_CASE("A scene has friction only if a pair of bodies has") {
  Scenery scenery;
  scenery.add_plane(0, 0);
  scenery.add(Shape::box({1, 1, 1}), 1, {0, 0, 0.5}, 0.5);
  scenery.add(Shape(), 1, {5, 0, 0.5}, 0.9);  // it touches nothing
  CHECK_FALSE(has_friction(possible_constraints(scenery.system)));
  scenery.add(Shape::ball(0.2), 1, {3, 0, 0.2}, 0.1);
  CHECK(has_friction(possible_constraints(scenery.system)));
}

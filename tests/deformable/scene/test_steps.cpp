#include "deformable/problem/integrator.h"
#include "deformable/referee/minimum.h"
#include "tests/deformable/scene/small_scene.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// Minimises `steps` time steps one after the other.
State state_after(const Scene& scene, const World& world, int steps) {
  State state = world.start;
  for (int step = 1; step <= steps; ++step) {
    const IncrementalPotential<double> problem = step_problem(scene, world, state, step);
    const Minimum minimum = minimise(problem);
    REQUIRE(minimum.found());
    state = Integrator::advanced(problem, state, minimum.positions);
  }
  return state;
}

}  // namespace

TEST_CASE("A step begins where inertia, velocity and gravity carry the body") {
  const Scene scene = small_scene({"gravity=[1,2,-9.81]", "step.time_step=0.5"});
  const World world = world_of(scene);
  State state = world.start;
  state.velocities.row(0).setConstant(3);
  state.velocities(1, 7) = -4;
  const IncrementalPotential<double> problem = step_problem(scene, world, state, 1);
  CHECK(problem.previous_positions == state.positions);
  CHECK(problem.time_step == 0.5);
  const Vector3<double> moved = problem.inertial_positions.col(7) - state.positions.col(7);
  CHECK((moved - Vector3<double>(1.5 + 0.25, -2 + 0.5, -2.4525)).norm() < 1e-15);
  CHECK(problem.masses.sum() == Approx(1000 * 0.8 * 0.2 * 0.2));
}

TEST_CASE("Solvers begin each step where step.start says, with held vertices at their targets") {
  const std::string anchors = R"(anchors={"stiffness": "hard", "groups": [
      {"vertices": {"select": "x_min"}, "translation": [0, 0, 0.5]}]})";
  for (const std::string integrator : {"implicit_euler", "bdf2"}) {
    const auto start_of = [&](const std::string& start) {
      const Scene scene = small_scene({"gravity=[0,0,-9.81]", anchors, "step.steps=2", "step.start=" + start,
                                       "step.integrator=" + integrator});
      const World world = world_of(scene);
      const State state = state_after(scene, world, 1);
      return std::pair{step_problem(scene, world, state, 2).start_positions(), state.positions};
    };
    const auto [inertial, q] = start_of("inertial");
    const auto [previous, same_q] = start_of("previous");
    CHECK(q == same_q);
    for (Index i = 0; i < q.cols(); ++i) {
      const bool is_held = i < 4;
      CHECK((previous.col(i) - q.col(i)).norm() == Approx(is_held ? 0.005 : 0).margin(1e-15));
      CHECK((inertial.col(i) == previous.col(i)) == is_held);
    }
  }
}

TEST_CASE("The body starts at rest, with the initial velocity") {
  const World world = world_of(small_scene({"initial_velocity=[1,-2,3]"}));
  CHECK(world.start.positions == world.mesh->rest_positions);
  CHECK(world.start.velocities == Vector3<double>(1, -2, 3).replicate(1, 20));
}

// The material is almost without stiffness, so each vertex is a mass on the spring of its own anchor. This
// gives a linear recurrence: (m/h² + k) q_{n+1} = m/h² (q_n + h v_n) + k a_{n+1}.
TEST_CASE("Masses on moving springs follow the recurrence of implicit Euler") {
  const Scene scene = small_scene(
      {"material.stiffness=1e-9", "anchors.stiffness=300", "initial_velocity=[0,5,0]",
       R"(anchors.groups=[{"vertices":{"select":"all"},"translation":[0,0,2]}])", "step.release=6"});
  const World world = world_of(scene);
  const double h = scene.step.time_step, k = 300;
  for (const int vertex : {0, 9}) {
    const double inertia = world.masses[vertex] / (h * h);
    Vector3<double> position = world.start.positions.col(vertex), velocity(0, 5, 0);
    for (int step = 1; step <= 8; ++step) {
      const Vector3<double> anchor = world.start.positions.col(vertex) + step * h * Vector3<double>(0, 0, 2);
      const double spring = step <= 6 ? k : 0;
      const Vector3<double> next =
          (inertia * (position + h * velocity) + spring * anchor) / (inertia + spring);
      velocity = (next - position) / h;
      position = next;
    }
    const State state = state_after(scene, world, 8);
    CHECK((state.positions.col(vertex) - position).norm() < 1e-11);
    CHECK((state.velocities.col(vertex) - velocity).norm() < 1e-9);
    CHECK((position - world.start.positions.col(vertex)).norm() > 0.1);
  }
}

TEST_CASE("Held vertices start where the preparation left them") {
  const Scene scene = small_scene({twist, R"(anchors.groups=[{"vertices":{"select":"x_min"},
         "rotation":{"origin":[0,0.1,0.1],"axis":[1,0,0],"degrees_per_second":60}}])"});
  const World world = world_of(scene);
  const IncrementalPotential<double> problem = step_problem(scene, world, world.start, 3);
  Positions<double> turned = world.start.positions;
  const double angle = 60 * 3 * 0.01 * std::numbers::pi / 180;
  for (int vertex = 0; vertex < 4; ++vertex) {
    const double y = turned(1, vertex) - 0.1, z = turned(2, vertex) - 0.1;
    turned(1, vertex) = 0.1 + std::cos(angle) * y - std::sin(angle) * z;
    turned(2, vertex) = 0.1 + std::sin(angle) * y + std::cos(angle) * z;
  }
  CHECK(problem.potentials.at(1)->value(turned) <
        1e-20 * problem.potentials.at(1)->value(world.start.positions));
  CHECK(world.start.velocities.isZero(0));
}

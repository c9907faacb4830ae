// Tests plane contacts in all solvers, and XPBD's multiplier of an inequality.
#include "deformable/energy/anchor_potential.h"
#include "deformable/problem/implicit_euler.h"
#include "deformable/referee/minimum.h"
#include "deformable/solvers/kernels/constraint_residuals.h"
#include "tests/support/beam_problem.h"
#include "tests/support/potentials.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A particle falls through a compliant floor while a spring pulls it up. The floor pushes in the first sweep
// and must let go afterwards.
IncrementalPotential<double> pulled_out_of_the_floor() {
  auto mesh = std::make_shared<TetMesh>();
  mesh->rest_positions = Vector3<double>(0, 0, 0.1);
  const System system{
      .mesh = mesh,
      .masses = VectorX<double>::Ones(1),
      .accelerations = Vector3<double>(0, 0, -0.5),
      .potentials = {floor_below({0}, 0, 3), anchor_potential({0}, Vector3<double>(0, 0, 1), 2)}};
  return ImplicitEuler(1).problem(system, {mesh->rest_positions, Positions<double>::Zero(3, 1)});
}

}  // namespace

TEST_CASE("XPBD undoes a plane's push when the vertex leaves the plane, and ends in the minimiser") {
  const IncrementalPotential<double> problem = pulled_out_of_the_floor();
  // m/h² (z + 0.4) + 2 (z − 1) = 0 for z > 0.
  const double expected = (2 - 0.4) / 3;
  CHECK(minimise(problem).positions(2, 0) == Approx(expected).epsilon(1e-12));
  CHECK(run(*registered_solver("xpbd"), problem, 200)(2, 0) == Approx(expected).epsilon(1e-12));
}

TEST_CASE("Solvers that minimise agree on a beam that lies on a plane") {
  BeamSettings settings;
  settings.stiffness = 1e6;
  settings.twist_degrees = 20;
  IncrementalPotential<double> problem = twisted_beam(settings);
  std::vector<int> all;
  for (int vertex = 0; vertex < problem.vertex_count(); ++vertex) all.push_back(vertex);
  const double height = problem.inertial_positions.row(2).minCoeff() + 0.05;
  problem.potentials.push_back(floor_below(all, height, 1e5));
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  CHECK(problem.potentials.back()->value(minimum.positions) > 0.1);
  for (const SolverEntry& entry : minimising_solvers()) {
    INFO(entry.name);
    const auto solver = registered_solver(entry.name);
    const Positions<double> found = run_to(*solver, problem, minimum.positions, 1e-7, 3000);
    CHECK(distance(found, minimum.positions) < 1e-6);
  }
  for (const std::string_view name : {"pbd", "xpbd"}) {
    INFO(name);
    const Positions<double> found = run(*registered_solver(name), problem, 200);
    CHECK(found.allFinite());
    CHECK(found.row(2).minCoeff() > problem.inertial_positions.row(2).minCoeff());
  }
}

TEST_CASE("A plane does not pull vertices above it: natural multipliers and PBD of the energy") {
  auto mesh = std::make_shared<TetMesh>();
  mesh->rest_positions = Positions<double>::Zero(3, 2);
  mesh->rest_positions.row(2) << -0.2, 0.3;
  const System system{
      .mesh = mesh, .masses = VectorX<double>::Ones(2), .potentials = {floor_below({0, 1}, 0, 50)}};
  const double h = 0.1;
  const IncrementalPotential<double> problem =
      ImplicitEuler(h).problem(system, {mesh->rest_positions, Positions<double>::Zero(3, 2)});
  // λ = −C/α̃ = 0.2 · 50 h² below the plane.
  const auto constraints =
      constraint_system(*problem.potentials[0], ConstraintRows::scalar, ConstraintForm::split);
  const Reduced<double> natural = natural_multipliers(*constraints, problem.inertial_positions, h);
  CHECK(natural(0, 0) == Approx(0.1).epsilon(1e-14));
  CHECK(natural(1, 0) == 0);
  // For C = ½ k c², each sweep goes half the way of c.
  PbdSettings settings;
  settings.constraint = PbdConstraint::energy;
  Pbd<double> pbd(settings);
  const Positions<double> found = run(pbd, problem, 3);
  CHECK(found(2, 0) == Approx(-0.2 / 8).epsilon(1e-14));
  CHECK(found(2, 1) == 0.3);
}

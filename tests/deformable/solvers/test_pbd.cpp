// Tests PBD's stiffness k, and PBD of the energy, against closed forms.
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"
#include "tests/support/spring_chain.h"

using namespace simbench;
using namespace simbench::test;

namespace {

PbdSettings with_stiffness(double stiffness, StiffnessRule rule = StiffnessRule::per_iteration) {
  PbdSettings settings;
  settings.stiffness = stiffness;
  settings.stiffness_rule = rule;
  return settings;
}

// Two particles, and a spring of 1 m between them.
IncrementalPotential<double> one_spring(double stiffness = 1) {
  IncrementalPotential<double> problem = spring_chain(Eigen::Vector2d(1.5, 0.4), stiffness, 0.1);
  problem.inertial_positions.col(1) = Vector3<double>(1.2, -0.7, 0.4);
  return problem;
}

double error_of(const Positions<double>& q) {
  return (q.col(1) - q.col(0)).norm() - 1;
}

}  // namespace

TEST_CASE("One constraint keeps (1 - k)^n of its error after n sweeps, and 1 - k with k' for any n") {
  const IncrementalPotential<double> problem = one_spring();
  const double start = error_of(problem.inertial_positions);
  REQUIRE(start > 0.1);
  const double k = GENERATE(0.1, 0.5, 0.9, 1.0);
  const int n = GENERATE(1, 2, 7, 40);
  Pbd<double> per_iteration(with_stiffness(k)), per_step(with_stiffness(k, StiffnessRule::per_step));
  per_step.expect_iterations(n);
  CHECK(error_of(run(per_iteration, problem, n)) == Approx(std::pow(1 - k, n) * start).margin(1e-14));
  CHECK(error_of(run(per_step, problem, n)) == Approx((1 - k) * start).margin(1e-14));
}

TEST_CASE("A projection of PBD with k equals one of XPBD with the compliance S (1 - k)/k") {
  const double k = GENERATE(0.1, 0.5, 0.9);
  const double S = 1 / 1.5 + 1 / 0.4;  // Σ w ‖∇C‖²
  const double time_step = 0.1;
  const IncrementalPotential<double> problem = one_spring(k / (S * (1 - k) * time_step * time_step));
  Pbd<double> pbd(with_stiffness(k));
  CHECK(distance(run(pbd, problem, 1), run(*registered_solver("xpbd"), problem, 1)) < 1e-15);
}

TEST_CASE("A mass on PBD's spring hangs by g h² ρ/(1 − ρ) with ρ = (1 − k)^n, and on XPBD's by m g/k") {
  struct Case {
    double time_step, k;
    int n;
  };
  const Case which = GENERATE(Case{0.1, 0.3, 1}, Case{0.1, 0.3, 10}, Case{0.01, 0.9, 3});
  const double time_step = which.time_step, k = which.k;  // bindings cannot be captured by every compiler
  const int n = which.n;
  constexpr double g = 9.81, mass = 2, stiffness = 50;
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>();
  problem.masses = VectorX<double>::Constant(1, mass);
  problem.time_step = time_step;
  problem.potentials = {anchor_potential(std::vector<int>{0}, Positions<double>::Zero(3, 1), stiffness)};
  // The limit of many time steps, starting at rest nearby.
  const auto depth = [&](Solver<double>& solver) {
    Positions<double> q = Positions<double>::Zero(3, 1), velocities = q;
    for (int step = 0; step < 20000; ++step) {
      problem.previous_positions = q;
      problem.inertial_positions = q + time_step * velocities;
      problem.inertial_positions(2, 0) -= time_step * time_step * g;
      q = run(solver, problem, n);
      velocities = (q - problem.previous_positions) / time_step;
    }
    return -q(2, 0);
  };
  const auto expected = [&](double rho) { return g * time_step * time_step * rho / (1 - rho); };
  Pbd<double> per_iteration(with_stiffness(k)), per_step(with_stiffness(k, StiffnessRule::per_step));
  per_step.expect_iterations(n);
  CHECK(depth(per_iteration) == Approx(expected(std::pow(1 - k, n))).epsilon(1e-10));
  CHECK(depth(per_step) == Approx(expected(1 - k)).epsilon(1e-10));
  CHECK(depth(*registered_solver("xpbd")) == Approx(mass * g / stiffness).epsilon(1e-10));
}

TEST_CASE("PBD of the energy equals PBD of the distance with k = 1/2") {
  BeamSettings settings;
  settings.anchored = true;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  PbdSettings of_energy;
  of_energy.constraint = PbdConstraint::energy;
  Pbd<double> energy(of_energy), half(with_stiffness(0.5)), whole(with_stiffness(1));
  const Positions<double> positions = run(energy, problem, 10);
  CHECK(distance(positions, run(half, problem, 10)) < 1e-12);
  CHECK(distance(positions, run(whole, problem, 10)) > 1e-3);
  Pbd<double> energy_of_spring(of_energy);
  CHECK(error_of(run(energy_of_spring, one_spring(), 5)) ==
        Approx(error_of(one_spring().inertial_positions) / 32).epsilon(1e-13));
}

TEST_CASE("PBD of the energy moves a tet along the energy's gradient, to the zero of a linear energy") {
  const std::string law = any_law();
  const auto mesh = beam_mesh({1, 1, 1}, CellSplit::five);
  TetMesh one = *mesh;
  one.tets = mesh->tets.leftCols(1).eval();
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>(one);
  problem.masses = Random(1).positive_vector(one.vertex_count());
  problem.time_step = 0.01;
  problem.potentials = {material(law, 1e5)->potential(problem.mesh)};
  problem.inertial_positions = problem.previous_positions = jittered(one.rest_positions, 0.02, 3);
  PbdSettings settings;
  settings.constraint = PbdConstraint::energy;
  const Declines declined = Pbd<double>::declines(problem.potentials, settings);
  CHECK(declined.has_value() == (law == "stable_neo_hookean"));
  if (declined) {
    CHECK_THAT(*declined, Catch::Contains(law));
    return;
  }
  Positions<double> gradient = Positions<double>::Zero(3, one.vertex_count());
  const double energy = problem.potentials[0]->add_gradient(problem.inertial_positions, gradient);
  const VectorX<double> inverse_masses = problem.masses.cwiseInverse();
  const double sum = gradient.colwise().squaredNorm().dot(inverse_masses);
  const Positions<double> expected =
      problem.inertial_positions - energy / sum * gradient * inverse_masses.asDiagonal();
  Pbd<double> pbd(settings);
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-4);
  CHECK(distance(run(pbd, problem, 1), expected) < 1e-13);
  // A beam at rest stays there.
  BeamSettings at_rest;
  at_rest.law = law;
  at_rest.twist_degrees = 0;
  const IncrementalPotential<double> rest = twisted_beam(at_rest);
  CHECK(distance(run(pbd, rest, 20), rest.inertial_positions) < 1e-12);
}

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

namespace {

// One tet of strain material that is deformed, with unequal masses: one constraint, which is not linear.
IncrementalPotential<double> one_tet(double stiffness) {
  TetMesh tet;
  tet.rest_positions.resize(3, 4);
  tet.rest_positions << 0, 0.2, 0, 0.1, 0, 0, 0.3, 0.1, 0, 0, 0, 0.2;
  tet.tets.resize(4, 1);
  tet.tets << 0, 1, 2, 3;
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>(tet);
  problem.masses = Eigen::Vector4d(1, 0.5, 2, 0.7);
  problem.time_step = 0.1;
  problem.inertial_positions = Random(5).deformation(0.6, 1.5) * tet.rest_positions;
  problem.inertial_positions(0, 1) += 0.03;
  problem.previous_positions = problem.inertial_positions;
  problem.potentials = {material("strain", stiffness)->potential(problem.mesh)};
  return problem;
}

// C and ∇C of ψ = C²/(2α), by the energy and its gradient.
struct ByEnergy {
  const IncrementalPotential<double>& problem;
  double alpha;

  double value(const Positions<double>& q) const { return std::sqrt(2 * alpha * problem.constraint(q)); }
  Positions<double> gradient(const Positions<double>& q) const {
    Positions<double> result = Positions<double>::Zero(3, q.cols());
    problem.add_constraint_gradient(q, result);
    return alpha / value(q) * result;
  }
};

}  // namespace

TEST_CASE("A projection is the first step of Newton and Raphson for C(p + λ W ∇C(p)) + α̃ λ = 0 from λ = 0") {
  // With PBD α̃ is zero. The second projection is not the second step, whose direction stays W ∇C(p).
  const std::string solver = GENERATE("pbd", "xpbd");
  const IncrementalPotential<double> problem = one_tet(300);
  const double alpha = 1 / problem.potentials[0]->stiffnesses()[0];
  const double compliance = solver == "xpbd" ? alpha / (problem.time_step * problem.time_step) : 0;
  const ByEnergy C{problem, alpha};
  const Positions<double>& p = problem.inertial_positions;
  const Positions<double> direction = C.gradient(p) * problem.inverse_masses().asDiagonal();
  const auto f = [&](double lambda) { return C.value(p + lambda * direction) + compliance * lambda; };
  const auto slope = [&](double lambda) {
    const double step = 1e-5 * problem.masses.minCoeff();
    return (f(lambda + step) - f(lambda - step)) / (2 * step);
  };
  const double first = -f(0) / slope(0), second = first - f(first) / slope(first);
  const Positions<double> projected = run(*registered_solver(solver), problem, 1);
  REQUIRE(distance(projected, p) > 1e-3);
  CHECK(distance(projected, p + first * direction) < 1e-9);
  REQUIRE(distance(p + first * direction, p + second * direction) > 1e-6);
  CHECK(distance(run(*registered_solver(solver), problem, 2), p + second * direction) > 1e-6);
}

TEST_CASE(
    "With f'(λ) of each iterate the steps for one constraint converge quadratically, with f'(0) linearly") {
  const IncrementalPotential<double> problem = one_tet(300);
  const double alpha = 1 / problem.potentials[0]->stiffnesses()[0];
  const ByEnergy C{problem, alpha};
  const Positions<double>& p = problem.inertial_positions;
  const Positions<double> direction = C.gradient(p) * problem.inverse_masses().asDiagonal();
  const double compliance = alpha / (problem.time_step * problem.time_step);
  const auto f = [&](double lambda) { return C.value(p + lambda * direction) + compliance * lambda; };
  const auto slope = [&](double lambda) {
    return dot(C.gradient(p + lambda * direction), direction) + compliance;
  };
  std::vector<double> newton, chord;  // |f| after each step
  double a = 0, b = 0;
  for (int step = 0; step < 4; ++step) {
    a -= f(a) / slope(a);
    b -= f(b) / slope(0);
    newton.push_back(std::abs(f(a)));
    chord.push_back(std::abs(f(b)));
  }
  INFO("f' of the iterate: " << newton[0] << ", " << newton[1] << ", " << newton[2] << "; f'(0): " << chord[0]
                             << ", " << chord[1] << ", " << chord[2]);
  CHECK(newton[2] / newton[1] < 0.1 * newton[1] / newton[0]);              // the ratios fall
  CHECK(chord[2] / chord[1] == Approx(chord[1] / chord[0]).epsilon(0.5));  // the ratio stays
  CHECK(newton[2] < 0.01 * chord[2]);
}

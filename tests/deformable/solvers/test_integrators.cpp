// Tests integrators on systems whose steps are known in closed form: a particle on a spring, free fall, and
// linear systems.
#include <cmath>
#include <map>

#include "deformable/energy/anchor_potential.h"
#include "deformable/problem/integrator.h"
#include "deformable/referee/minimum.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

State after_step(std::string_view name, double time_step, const System& system, const State& state) {
  const IntegratorEntry& entry = integrator(name);
  const IncrementalPotential<double> problem = entry.make(time_step)->problem(system, state);
  if (entry.formula == StepFormula::none) {
    const Minimum minimum = minimise(problem);
    REQUIRE(minimum.found());
    return Integrator::advanced(problem, state, minimum.positions);
  }
  const auto solver = registered_solver("formula");
  REQUIRE_FALSE(solver->begin_step(problem));
  REQUIRE_FALSE(solver->iterate().stop);
  const State next = Integrator::advanced(problem, state, solver->positions());
  CHECK(solver->iterate().stop == Status::converged);  // the formula is the whole step
  CHECK(solver->positions() == next.positions);
  return next;
}

State after_steps(std::string_view name, double time_step, int steps, const System& system, State state) {
  for (int step = 0; step < steps; ++step) state = after_step(name, time_step, system, state);
  return state;
}

// A particle on a spring of rest length zero whose other end is at the origin.
struct Oscillator {
  double mass = 2, stiffness = 50;
  System system;
  Oscillator() {
    auto mesh = std::make_shared<TetMesh>();
    mesh->rest_positions = Positions<double>::Zero(3, 1);
    system = {.mesh = mesh,
              .masses = VectorX<double>::Constant(1, mass),
              .potentials = {anchor_potential({0}, Positions<double>::Zero(3, 1), stiffness)}};
  }
  double frequency() const { return std::sqrt(stiffness / mass); }
  double energy(const State& state) const {
    return mass / 2 * state.velocities.squaredNorm() + stiffness / 2 * state.positions.squaredNorm();
  }
};

const State drawn{Vector3<double>(0.3, 0, 0), Vector3<double>(0.5, 0, 0)};
const State at_rest{Vector3<double>(0.3, 0, 0), Vector3<double>(0, 0, 0)};

}  // namespace

TEST_CASE("A step changes the energy of an oscillator by the factor of its integrator") {
  const Oscillator oscillator;
  for (const double a : {0.1, 0.7, 3.0}) {  // h ω
    const double h = a / oscillator.frequency();
    const auto growth = [&](std::string_view name) {
      return oscillator.energy(after_step(name, h, oscillator.system, drawn)) / oscillator.energy(drawn);
    };
    CHECK(growth("explicit_euler") == Approx(1 + a * a).epsilon(1e-14));
    CHECK(growth("implicit_euler") == Approx(1 / (1 + a * a)).epsilon(1e-12));
    CHECK(growth("linear_implicit_euler") == Approx(1 / (1 + a * a)).epsilon(1e-13));
  }
}

TEST_CASE("Symplectic Euler conserves its modified energy, and is stable for h below 2/omega") {
  const Oscillator oscillator;
  const auto modified = [&](double h, const State& s) {
    return oscillator.energy(s) - h / 2 * oscillator.stiffness * s.positions.cwiseProduct(s.velocities).sum();
  };
  const double a = 0.8, h = a / oscillator.frequency();
  State state = at_rest;
  for (int step = 0; step < 200; ++step) {
    state = after_step("symplectic_euler", h, oscillator.system, state);
    CHECK(modified(h, state) == Approx(modified(h, at_rest)).epsilon(1e-12));
    const double share = oscillator.energy(state) / oscillator.energy(at_rest);
    CHECK(share >= 1 / (1 + a / 2) - 1e-9);
    CHECK(share <= 1 / (1 - a / 2) + 1e-9);
  }
  const auto length_after = [&](double factor, int steps) {
    const double step = factor / oscillator.frequency();
    return after_steps("symplectic_euler", step, steps, oscillator.system, at_rest).positions.norm();
  };
  CHECK(length_after(1.99, 300) < 10);
  // The growth per step is the larger root of z² − (2 − a²) z + 1.
  const double half = (2 - 2.01 * 2.01) / 2, root = -half + std::sqrt(half * half - 1);
  CHECK(root == Approx(1.22).epsilon(5e-3));
  CHECK(length_after(2.01, 101) / length_after(2.01, 100) == Approx(root).epsilon(1e-9));
}

TEST_CASE("The error at a fixed time falls with the integrator's order") {
  const Oscillator oscillator;
  const double w = oscillator.frequency(), seconds = 1;
  const double exact = 0.3 * std::cos(w * seconds) + 0.5 / w * std::sin(w * seconds);
  const std::map<std::string_view, int> orders = {{"explicit_euler", 1},
                                                  {"symplectic_euler", 1},
                                                  {"implicit_euler", 1},
                                                  {"linear_implicit_euler", 1},
                                                  {"bdf2", 2}};
  for (const auto& integrator : orders) {
    const std::string_view name = integrator.first;
    const auto error = [&](int steps) {
      const State end = after_steps(name, seconds / steps, steps, oscillator.system, drawn);
      return std::abs(end.positions(0, 0) - exact);
    };
    INFO(name);
    CHECK(std::log2(error(4000) / error(8000)) == Approx(integrator.second).margin(0.02));
  }
}

TEST_CASE("Free fall follows each integrator's recurrence") {
  Oscillator particle;
  particle.system.potentials.clear();
  const Vector3<double> g(1, -2, -9.81);
  particle.system.accelerations = g;
  const State start{Positions<double>::Zero(3, 1), Positions<double>::Zero(3, 1)};
  const double h = 0.01;
  for (const int n : {1, 2, 10}) {
    const auto fallen = [&](std::string_view name) {
      return Vector3<double>(after_steps(name, h, n, particle.system, start).positions.col(0));
    };
    CHECK((fallen("explicit_euler") - g * h * h * n * (n - 1) / 2).norm() < 1e-14);
    for (const auto* name : {"symplectic_euler", "implicit_euler", "linear_implicit_euler"})
      CHECK((fallen(name) - g * h * h * n * (n + 1) / 2).norm() < 1e-14);
  }
  // BDF2 is exact for velocities that grow linearly in time, except for the error of its first step.
  const State end = after_steps("bdf2", h, 50, particle.system, start);
  CHECK((end.velocities.col(0) - 0.5 * g).norm() < 1e-12);
}

TEST_CASE(
    "Linearly implicit Euler is implicit Euler if forces are linear, and Newton's first step otherwise") {
  BeamSettings settings;
  settings.law = "stable_neo_hookean";
  settings.stiffness = 1e4;
  settings.twist_degrees = 10;
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.formula = StepFormula::linear_implicit_euler;
  problem.inertial_positions.row(0).array() += 0.01;  // the start is q_n and not q̃
  const auto solver = registered_solver("formula");
  REQUIRE_FALSE(solver->begin_step(problem));
  REQUIRE_FALSE(solver->iterate().stop);
  Positions<double> gradient(3, problem.vertex_count());
  problem.objective_and_gradient(problem.previous_positions, gradient);
  BlockMatrix<double> hessian = problem.hessian_pattern();
  problem.hessian(problem.previous_positions, Definiteness::exact, hessian);
  const Eigen::MatrixXd dense = Eigen::MatrixXd(hessian.matrix()).selfadjointView<Eigen::Lower>();
  const VectorX<double> step = solved(dense, gradient.reshaped());
  const Positions<double> expected = problem.previous_positions - step.reshaped(3, problem.vertex_count());
  CHECK(distance(solver->positions(), expected) < 1e-10);
  CHECK(distance(expected, problem.previous_positions) > 1e-3);
}

TEST_CASE("A vertex that is held in place has no velocity under any integrator") {
  Oscillator oscillator;
  auto mesh = std::make_shared<TetMesh>();
  mesh->rest_positions = Positions<double>::Zero(3, 2);
  System system = oscillator.system;
  system.mesh = mesh;
  system.masses = Eigen::Vector2d(2, 3);
  system.potentials = {anchor_potential({0, 1}, Positions<double>::Ones(3, 2), 50)};
  system.accelerations = Vector3<double>(0, 0, -9.81).replicate(1, 2);
  system.held_vertices = {1};
  system.held_positions = Positions<double>::Zero(3, 1);
  const State rest{Positions<double>::Zero(3, 2), Positions<double>::Zero(3, 2)};
  for (const IntegratorEntry& entry : integrators()) {
    INFO(entry.name);
    const State end = after_steps(entry.name, 0.01, 2, system, rest);
    CHECK(end.positions.col(1).norm() == 0);
    CHECK(end.velocities.col(1).norm() == 0);
    CHECK(end.positions.col(0).norm() > 0);
  }
}

TEST_CASE("A held vertex without elements does not disturb any solver") {
  Oscillator oscillator;
  auto mesh = std::make_shared<TetMesh>();
  mesh->rest_positions = Positions<double>::Zero(3, 2);
  System system = oscillator.system;
  system.mesh = mesh;
  system.masses = Eigen::Vector2d(2, 3);
  system.held_vertices = {1};
  system.held_positions = Vector3<double>(7, 8, 9);
  const IncrementalPotential<double> problem =
      integrator("implicit_euler")
          .make(0.1)
          ->problem(system, {Vector3<double>(0.3, 0, 0).replicate(1, 2), Positions<double>::Zero(3, 2)});
  // The free vertex: 0.3 m/h² / (m/h² + k).
  const Vector3<double> expected(0.3 * 200 / 250, 0, 0);
  for (const SolverEntry& entry : iterating_solvers()) {
    INFO(entry.name);
    const Positions<double> found = run(*registered_solver(entry.name), problem, 200);
    CHECK(found.col(1) == Vector3<double>(7, 8, 9));
    if (entry.traits.sees_stiffness) CHECK((found.col(0) - expected).norm() < 1e-9);
  }
}

TEST_CASE("A quasi-static step shortens the distance to the equilibrium by a factor, for any velocity") {
  Oscillator oscillator;
  const Vector3<double> g(1, -2, -9.81);
  oscillator.system.accelerations = g;
  const Vector3<double> equilibrium = oscillator.mass * g / oscillator.stiffness;
  for (const double h : {0.01, 1.0, 100.0}) {
    const Vector3<double> end =
        after_step("quasi_static", h, oscillator.system, drawn).positions.col(0) - equilibrium;
    const double factor = 1 / (1 + std::pow(h * oscillator.frequency(), 2));
    CHECK((end - factor * (drawn.positions.col(0) - equilibrium)).norm() < 1e-13);
  }
}

TEST_CASE("Stable Neo-Hookean shrinks without the shift that makes rest stable") {
  const auto mesh = beam_mesh({2, 1, 1}, CellSplit::five);
  const System system{.mesh = mesh,
                      .masses = lumped_masses(*mesh, beam_density),
                      .potentials = {material_of("stable_neo_hookean",
                                                 R"({"youngs_modulus": 2.9, "poisson_ratio": 0.45,
                                                     "rest_stable": false})")
                                         ->potential(mesh)}};
  const State rest{mesh->rest_positions, Positions<double>::Zero(3, mesh->vertex_count())};
  const State end = after_steps("quasi_static", 1e4, 3, system, rest);
  // μ = 1, λ = 9: the stress μ σ + λ (σ³ − 1) σ² of equal stretches is zero for 1 + 9 (σ³ − 1) σ = 0.
  double stretch = 1;
  for (int i = 0; i < 50; ++i)
    stretch -= (1 + 9 * (std::pow(stretch, 4) - stretch)) / (9 * (4 * std::pow(stretch, 3) - 1));
  REQUIRE(std::abs(1 + 9 * (std::pow(stretch, 4) - stretch)) < 1e-14);
  REQUIRE((stretch > 0.9 && stretch < 1));
  const auto edge = [&](const Positions<double>& q) { return (q.col(1) - q.col(0)).norm(); };
  CHECK(edge(end.positions) / edge(rest.positions) == Approx(stretch).epsilon(1e-6));
}

TEST_CASE("Formulas keep held vertices at their targets") {
  for (const auto formula :
       {StepFormula::explicit_euler, StepFormula::symplectic_euler, StepFormula::linear_implicit_euler}) {
    BeamSettings settings;
    settings.stiffness = 1e4;
    settings.time_step = 1e-3;
    IncrementalPotential<double> problem = twisted_beam(settings);
    const std::vector<int> ends = end_vertices(*problem.mesh);
    problem.hold(ends, twisted(*problem.mesh, 92)(Eigen::all, ends));
    problem.formula = formula;
    const Positions<double> found = run(*registered_solver("formula"), problem, 1);
    CHECK(found(Eigen::all, ends) == problem.inertial_positions(Eigen::all, ends));
    CHECK(found.allFinite());
  }
}

// Tests the saddle-point systems against dense solves, and pendulums whose steps are known in closed form.
#include "deformable/problem/implicit_euler.h"
#include "deformable/solvers/kkt.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/dense_constraints.h"
#include "tests/support/pendulum.h"
#include "tests/support/potentials.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

State start_of(const System& system) {
  State state{system.mesh->rest_positions, Positions<double>::Zero(3, system.masses.size())};
  if (system.masses.size() == 2) state.velocities.col(1) << 0.7 * std::cos(1.0), 0.2, 0.7 * std::sin(1.0);
  return state;
}

Kkt<double> kkt(ConstraintLevel level, bool hard) {
  KktSettings settings;
  settings.level = level;
  settings.hard = hard;
  return Kkt<double>(settings);
}

}  // namespace

TEST_CASE("A rod on a pivot drifts at velocity level and does not at position level") {
  const System system = pendulum(1);
  const IncrementalPotential<double> problem = ImplicitEuler(swing_step).problem(system, start_of(system));
  const auto end = [&](ConstraintLevel level) {
    Kkt<double> solver = kkt(level, true);
    return Vector3<double>(run(solver, problem, 1).col(1));
  };
  const Vector3<double> q = system.mesh->rest_positions.col(1);
  const Vector3<double> n = q / rod_length, free = problem.inertial_positions.col(1) - q;
  const Vector3<double> along = free - n * n.dot(free);  // h v', orthogonal to the rod
  CHECK((end(ConstraintLevel::velocity) - (q + along)).norm() < 1e-14);
  CHECK(end(ConstraintLevel::velocity).squaredNorm() ==
        Approx(rod_length * rod_length + along.squaredNorm()).epsilon(1e-14));
  // From ‖q‖ = L both levels give the same step; one step later the position level removes the drift.
  CHECK((end(ConstraintLevel::position) - (q + along)).norm() < 1e-14);
  for (const auto level : {ConstraintLevel::position, ConstraintLevel::velocity}) {
    State state = start_of(system);
    for (int step = 0; step < 200; ++step) {
      const IncrementalPotential<double> next = ImplicitEuler(swing_step).problem(system, state);
      Kkt<double> solver = kkt(level, true);
      state = Integrator::advanced(next, state, run(solver, next, 1));
    }
    const double error = state.positions.col(1).norm() - rod_length;
    if (level == ConstraintLevel::position) {
      CHECK(std::abs(error) < 1e-3);
    } else {
      CHECK(error > 1e-2);
    }
  }
}

TEST_CASE("A compliant step equals the dense saddle-point solve, and the Gauss-Newton step on f from q_n") {
  BeamSettings settings;
  settings.cells = {2, 1, 1};
  settings.stiffness = 1e5;
  settings.twist_degrees = 20;
  const bool is_held = GENERATE(false, true);
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.inertial_positions.row(1).array() += 0.01;
  if (is_held) {
    const std::vector<int> ends = end_vertices(*problem.mesh);
    problem.hold(ends, problem.previous_positions(Eigen::all, ends).array() + 0.02);
  }
  const auto constraints =
      constraint_system(*problem.potentials[0], ConstraintRows::scalar, ConstraintForm::split);
  const Index n = 3 * problem.vertex_count(), m = problem.mesh->tet_count();
  const Eigen::MatrixXd J = dense_jacobian(*constraints, problem.previous_positions);
  Reduced<double> C(m, 1);
  constraints->values(problem.previous_positions, C);
  const double square = problem.time_step * problem.time_step;
  const VectorX<double> w = problem.inverse_masses(),
                        alpha = constraints->stiffnesses().col(0).cwiseInverse();
  VectorX<double> W(n);
  for (Index i = 0; i < n; ++i) W[i] = w[i / 3];
  const VectorX<double> free = (problem.inertial_positions - problem.previous_positions).reshaped();
  Eigen::MatrixXd schur = J * W.asDiagonal() * J.transpose();
  schur.diagonal() += alpha / square;
  const VectorX<double> multipliers = solved(schur, -C - J * free);
  const VectorX<double> expected =
      problem.inertial_positions.reshaped() + W.asDiagonal() * (J.transpose() * multipliers);
  Kkt<double> solver = kkt(ConstraintLevel::position, false);
  const Positions<double> found = run(solver, problem, 1);
  CHECK((found.reshaped() - expected).norm() < 1e-11);
  CHECK(distance(found, problem.inertial_positions) > 1e-3);
  if (is_held) return;
  // Penalty form: (M/h² + Jᵀ α⁻¹ J) Δ = M/h² (q̃ − q_n) − Jᵀ α⁻¹ C.
  const VectorX<double> inertia = (square * W).cwiseInverse();
  Eigen::MatrixXd penalty = J.transpose() * alpha.cwiseInverse().asDiagonal() * J;
  penalty.diagonal() += inertia;
  const VectorX<double> change =
      solved(penalty, inertia.asDiagonal() * free - J.transpose() * alpha.cwiseInverse().asDiagonal() * C);
  CHECK((found.reshaped() - problem.previous_positions.reshaped() - change).norm() < 1e-9);
}

TEST_CASE("Redundant hard constraints are named with their rank, compliant ones are solved") {
  System system = pendulum(50);
  system.potentials.push_back(system.potentials[0]);  // the same rod twice
  const IncrementalPotential<double> problem = ImplicitEuler(swing_step).problem(system, start_of(system));
  const auto failure = kkt(ConstraintLevel::position, true).begin_step(problem);
  REQUIRE(failure);
  CHECK(failure->reason.find("the 2 hard constraints has rank 1") != std::string::npos);
  Kkt<double> compliant = kkt(ConstraintLevel::position, false);
  // Two equal springs equal one with twice the stiffness.
  const System once = pendulum(100);
  const IncrementalPotential<double> one = ImplicitEuler(swing_step).problem(once, start_of(once));
  Kkt<double> other = kkt(ConstraintLevel::position, false);
  CHECK(distance(run(compliant, problem, 1), run(other, one, 1)) < 1e-12);
}

TEST_CASE(
    "Hard constraints that move nothing are left out: without a gradient at rest, or with held vertices "
    "only") {
  // A tet of the strain law at rest has C = 0 without a gradient, so that inertia moves the beam freely.
  IncrementalPotential<double> beam = twisted_beam({.cells = {1, 1, 1}, .twist_degrees = 0});
  beam.inertial_positions.row(0).array() += 0.1;
  Kkt<double> solver = kkt(ConstraintLevel::position, true);
  CHECK(distance(run(solver, beam, 1), beam.inertial_positions) == 0);
  // A rod between two held vertices, beside a pendulum.
  System system = pendulum(50);
  system.potentials = {springs({{0, 1}, {0, 2}}, VectorX<double>::Constant(2, rod_length), 50)};
  auto mesh = std::make_shared<TetMesh>(*system.mesh);
  mesh->rest_positions.conservativeResize(3, 3);
  mesh->rest_positions.col(2) << 5, 0, 0;
  system.mesh = mesh;
  system.masses = Eigen::Vector3d(1, 2, 1);
  system.accelerations = Vector3<double>(0, 0, -standard_gravity).replicate(1, 3);
  system.held_vertices = {0, 2};
  system.held_positions = mesh->rest_positions(Eigen::all, system.held_vertices);
  const IncrementalPotential<double> problem = ImplicitEuler(swing_step).problem(system, start_of(system));
  REQUIRE_FALSE(solver.begin_step(problem));
  CHECK(solver.iterate().diagnostics["skipped_constraints"] == 1);
  const System alone = pendulum(50);
  const IncrementalPotential<double> one =
      ImplicitEuler(swing_step).problem(alone, {alone.mesh->rest_positions, Positions<double>::Zero(3, 2)});
  Kkt<double> other = kkt(ConstraintLevel::position, true);
  CHECK(distance(solver.positions().leftCols(2), run(other, one, 1)) < 1e-15);
}

// Tests the momenta of iterates, v_k = (q_k − q_n)/h.
#include "deformable/problem/state.h"
#include "deformable/referee/minimum.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

Vector3<double> angular_momentum_of(const IncrementalPotential<double>& problem,
                                    const Positions<double>& positions) {
  const Positions<double> velocities = (positions - problem.previous_positions) / problem.time_step;
  return angular_momentum(problem.masses, positions, velocities);
}

}  // namespace

TEST_CASE("Every iterate of a free beam has the linear momentum of the start") {
  BeamSettings settings;
  settings.law = any_law();
  settings.stiffness = settings.law == "strain" ? 1e8 : 1e5;
  IncrementalPotential<double> problem = twisted_beam(settings);
  const Vector3<double> velocity(3, -1, 2);
  problem.inertial_positions.colwise() += problem.time_step * velocity;
  const double mass = problem.masses.sum();
  REQUIRE(mass == Approx(32));  // 0.8 × 0.2 × 0.2 m³ of 1000 kg/m³

  const Eigen::MatrixXd S = problem.stiffness_matrix();
  const VectorX<double> values = eigenvalues(S);
  const double condition = values[values.size() - 1] / values[0];
  // The bound is for rounding errors of solving for positions; those of sweeps and increments are far
  // smaller.
  const double rounding = std::numeric_limits<double>::epsilon();
  const double tolerance = 100 * rounding * condition *
                           (problem.inertial_positions.cwiseAbs() * problem.masses).sum() /
                           settings.time_step;
  REQUIRE(tolerance < 1e-3 * mass);
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, problem.potentials) || !entry.traits.conserves_momentum) continue;
    const auto solver = registered_solver(entry.name);
    REQUIRE_FALSE(solver->begin_step(problem));
    double largest = 0;
    for (int iteration = 0; iteration < 30; ++iteration) {
      solver->iterate();
      const Positions<double> velocities =
          (solver->positions() - problem.previous_positions) / problem.time_step;
      const Vector3<double> gain = linear_momentum(problem.masses, velocities) - mass * velocity;
      largest = std::max(largest, gain.norm());
    }
    INFO(entry.name << ": " << largest << " kg m/s, tolerance " << tolerance);
    REQUIRE(distance(solver->positions(), problem.inertial_positions) > 1e-3);
    CHECK(largest < tolerance);
  }
}

TEST_CASE("From rest, the minimiser has no angular momentum, but earlier iterates and XPBD's limit have") {
  IncrementalPotential<double> problem = twisted_beam({});
  problem.inertial_positions = jittered(problem.inertial_positions, 0.01, 7);  // breaks the symmetry
  problem.previous_positions = problem.inertial_positions;
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  // Σ q × ∇f = 0. The bound is the remaining gradient (1e-8 N) times h and the beam's size.
  CHECK(angular_momentum_of(problem, minimum.positions).norm() < 1e-8);
  ProjectiveDynamics<double> pd = projective_dynamics();
  CHECK(angular_momentum_of(problem, run(pd, problem, 3)).norm() > 1e-3);
  Xpbd<double> xpbd({});
  CHECK(angular_momentum_of(problem, run(xpbd, problem, 2000)).norm() > 1e-3);
}

TEST_CASE("In single precision PD for positions gains momentum, PD for the increment does not") {
  BeamSettings settings;
  settings.time_step = 1e-1;
  settings.stiffness = 1e9;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const auto gain = [&](GlobalStep global_step) {
    const SolverEntry& entry = *find_solver("pd");
    ProjectiveDynamicsSettings pd_settings;
    pd_settings.global_step = global_step;
    const auto solver = entry.make(pd_settings, Precision::single_precision);
    // Starts from the rounded positions, so that only the iterations count.
    REQUIRE_FALSE(solver->begin_step(problem));
    const Positions<double> start = solver->positions();
    for (int iteration = 0; iteration < 20; ++iteration) solver->iterate();
    REQUIRE(distance(solver->positions(), start) > 1e-3);
    return linear_momentum(problem.masses, (solver->positions() - start) / settings.time_step).norm();
  };
  const double of_positions = gain(GlobalStep::positions), of_increment = gain(GlobalStep::increment);
  INFO("positions " << of_positions << ", increment " << of_increment << " kg m/s");
  CHECK(of_positions > 10 * of_increment);
}

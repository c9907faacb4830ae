// Tests that all solvers that minimise find the same minimiser, and that the others do not.
#include "deformable/referee/minimum.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

double relative_error(const IncrementalPotential<double>& problem, const Minimum& minimum,
                      const Positions<double>& positions) {
  return (problem.objective(positions) - minimum.objective) /
         (problem.objective(problem.inertial_positions) - minimum.objective);
}

}  // namespace

TEST_CASE("Newton's minimum is a stationary point that no neighbour beats") {
  BeamSettings settings;
  settings.law = any_law();
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  REQUIRE(minimum.iterations > 3);
  CHECK(minimum.objective == Approx(problem.objective(minimum.positions)).epsilon(1e-14));
  Positions<double> gradient(3, problem.vertex_count());
  problem.objective_and_gradient(problem.inertial_positions, gradient);
  // Forces of k h · 2⁻⁵³ are rounding errors; at the start forces are 1e5 N.
  CHECK(minimum.gradient_norm < 1e-11 * gradient.norm());
  for (unsigned seed = 0; seed < 50; ++seed) {
    const double amplitude = std::pow(10, -1.0 - seed % 5);
    CHECK(problem.objective(jittered(minimum.positions, amplitude, seed)) > minimum.objective);
  }
}

TEST_CASE("A saddle is no minimum, although its gradient is zero") {
  BeamSettings settings;
  settings.law = "st_venant_kirchhoff";
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.inertial_positions.setZero();  // with F = 0, this law has no force and is not convex
  Newton<double> newton({});
  REQUIRE_FALSE(newton.begin_step(problem));
  CHECK(newton.iterate().stop == Status::converged);
  const Minimum saddle = minimise(problem);
  CHECK(saddle.is_equilibrium);
  CHECK_FALSE(saddle.is_stable);
  CHECK_FALSE(saddle.found());
}

TEST_CASE("PD, ADMM, L-BFGS and Newton find one minimiser of the strain law") {
  BeamSettings settings;  // k h² = 1e4 N/m
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  REQUIRE(distance(minimum.positions, problem.inertial_positions) > 5e-3);
  ProjectiveDynamics<double> pd = projective_dynamics();
  ProjectiveDynamics<double> pd_increment = projective_dynamics(GlobalStep::increment);
  Admm<double> unit_admm = admm(1), half_admm = admm(0.5);
  QuasiNewton<double> qn = quasi_newton(5), memoryless = quasi_newton(0);
  Newton<double> newton({});
  std::vector<Solver<double>*> exact = {&pd, &pd_increment, &unit_admm, &newton};
  // A smaller weight is faster, but convergence is certain only for weights of at least sqrt(k V).
  if (!settings.anchored) exact.push_back(&half_admm);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    INFO("solver " << i << ", anchored " << settings.anchored);
    CHECK(distance(run(*exact[i], problem, 1000), minimum.positions) < 1e-8);
  }
  // L-BFGS stops if its step promises less than 1e-14 f = 1e-11 J. The smallest eigenvalue of the Hessian is
  // 2e3 N/m, so that the error of positions is then √(2e-11/2e3) = 1e-7 m.
  CHECK(distance(run(qn, problem, 1000), minimum.positions) < 2e-7);
  CHECK(distance(run(memoryless, problem, 1000), minimum.positions) < 2e-7);
}

TEST_CASE("ADMM, L-BFGS and Newton find one minimiser of every law") {
  BeamSettings settings;
  settings.law = any_law();
  settings.stiffness = 1e6;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  REQUIRE(distance(minimum.positions, problem.inertial_positions) > 5e-3);
  Admm<double> admm_solver = admm(1);
  QuasiNewton<double> qn = quasi_newton(5);
  Newton<double> newton({});
  for (Solver<double>* solver : std::initializer_list<Solver<double>*>{&admm_solver, &qn, &newton}) {
    CHECK(distance(run(*solver, problem, 3000), minimum.positions) < 1e-8);
  }
}

TEST_CASE("PD lowers the objective in every iteration") {
  BeamSettings settings;
  settings.anchored = true;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  ProjectiveDynamics<double> pd = projective_dynamics();
  REQUIRE_FALSE(pd.begin_step(problem));
  const double start = problem.objective(pd.positions());
  double last = start;
  for (int iteration = 0; iteration < 300; ++iteration) {
    pd.iterate();
    const double objective = problem.objective(pd.positions());
    REQUIRE(objective <= last + 1e-15 * start);  // decreases up to rounding
    last = objective;
  }
  CHECK(last < 0.8 * start);
}

TEST_CASE("ADMM does not converge with too small a weight") {
  BeamSettings settings;
  settings.time_step = 1e-3;
  settings.split = CellSplit::six;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const Minimum minimum = minimise(problem);
  Admm<double> small = admm(0.1), half = admm(0.5), unit = admm(1);
  // Measured after 200 iterations: 1.8, rounding error, 1e-14.
  CHECK(relative_error(problem, minimum, run(small, problem, 200)) > 0.1);
  CHECK(std::abs(relative_error(problem, minimum, run(half, problem, 200))) < 1e-12);
  CHECK(std::abs(relative_error(problem, minimum, run(unit, problem, 200))) < 1e-12);
}

TEST_CASE("ADMM's residuals are zero at the limit") {
  BeamSettings settings;
  settings.anchored = true;
  settings.time_step = 1e-3;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  Admm<double> solver = admm(1);
  REQUIRE_FALSE(solver.begin_step(problem));
  IterationReport first = solver.iterate();
  solver.complete(first);
  REQUIRE(first.diagnostics["primal_residual"].value() > 1);
  REQUIRE(first.diagnostics["dual_residual"].value() > 1);
  CHECK_FALSE(first.diagnostics["step_length"]);
  CHECK_FALSE(first.stop);
  IterationReport last;
  for (int iteration = 0; iteration < 600; ++iteration) last = solver.iterate();
  solver.complete(last);
  CHECK(last.diagnostics["primal_residual"].value() < 1e-9 * first.diagnostics["primal_residual"].value());
  CHECK(last.diagnostics["dual_residual"].value() < 1e-9 * first.diagnostics["dual_residual"].value());
}

TEST_CASE("XPBD converges to another point than the minimiser") {
  BeamSettings settings;
  settings.time_step = 1e-3;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const Minimum minimum = minimise(problem);
  Xpbd<double> xpbd({});
  const Positions<double> limit = run(xpbd, problem, 2000);
  REQUIRE(distance(limit, run(xpbd, problem, 2500)) < 1e-9);
  CHECK(relative_error(problem, minimum, limit) > 1e-4);
  CHECK(relative_error(problem, minimum, limit) < 0.1);
}

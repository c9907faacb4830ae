#include "deformable/referee/minimum.h"
#include "deformable/solvers/newton.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// Enlarged by half, so that every stretch stays above 1 and the Hessian needs no clamping.
IncrementalPotential<double> stretched_beam(const std::string& law) {
  BeamSettings settings;
  settings.law = law;
  settings.stiffness = 1e5;
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.inertial_positions = jittered(1.5 * problem.mesh->rest_positions, 1e-3, 3);
  problem.previous_positions = problem.inertial_positions;
  return problem;
}

}  // namespace

TEST_CASE("Newton converges quadratically where the Hessian is positive definite") {
  const IncrementalPotential<double> problem = stretched_beam(GENERATE("strain", "stable_neo_hookean"));
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  Newton<double> newton({});
  REQUIRE_FALSE(newton.begin_step(problem));
  double last = distance(problem.inertial_positions, minimum.positions);
  int quadratic_steps = 0;
  for (int iteration = 0; iteration < 30 && last > 1e-8; ++iteration) {
    REQUIRE_FALSE(newton.iterate().stop);
    const double error = distance(newton.positions(), minimum.positions);
    if (last < 1e-2) {
      // Measured: at most 40 last² (in a beam of 0.8 m), plus the 1e-11 m that the stop criterion leaves.
      CHECK(error < 100 * last * last + 1e-10);
      ++quadratic_steps;
    }
    last = error;
  }
  CHECK(quadratic_steps >= 2);
}

TEST_CASE("Newton's accepted steps satisfy Armijo's condition and lower the objective") {
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  const IncrementalPotential<double> problem = twisted_beam(settings);
  Newton<double> newton({});
  REQUIRE_FALSE(newton.begin_step(problem));
  int steps = 0;
  Iterate<double> before = newton.current();
  while (steps < 100) {
    const IterationReport report = newton.iterate();
    if (report.stop) break;
    ++steps;
    const Iterate<double>& after = newton.current();
    // The step is α times the direction; c₁ = 0.3.
    const double promised = before.gradient.cwiseProduct(after.positions - before.positions).sum();
    REQUIRE(promised < 0);
    // The error of the promised decrease comes from rounding of positions.
    CHECK(after.objective <= before.objective + 0.3 * promised * (1 - 1e-6));
    CHECK(after.objective == Approx(problem.objective(after.positions)).epsilon(1e-14));
    CHECK(report.diagnostics["evaluations"].value() ==
          1 + std::round(-std::log2(report.diagnostics["step_length"].value())));
    before = after;
  }
  CHECK(steps > 3);
  CHECK(steps < 100);
}

TEST_CASE("Newton solves a quadratic problem in one step and then stops") {
  IncrementalPotential<double> problem = twisted_beam({});
  const std::vector<int> ends = end_vertices(*problem.mesh);
  const Positions<double> targets = problem.mesh->rest_positions(Eigen::all, ends);
  problem.potentials = {anchor_potential(ends, targets, 1e6)};
  Newton<double> newton({});
  REQUIRE_FALSE(newton.begin_step(problem));
  const IterationReport first = newton.iterate();
  CHECK_FALSE(first.stop);
  CHECK(first.diagnostics["step_length"] == 1.0);
  CHECK(newton.current().gradient.norm() < 1e-6);
  CHECK(newton.iterate().stop.has_value());
}

TEST_CASE("Statics without anchors has no definite Hessian, and Newton reports it") {
  IncrementalPotential<double> problem = twisted_beam({});
  problem.time_step = std::numeric_limits<double>::infinity();
  problem.inertial_positions = 1.1 * problem.mesh->rest_positions;
  problem.potentials.clear();
  CHECK(minimise(problem).status == Status::not_spd);
}

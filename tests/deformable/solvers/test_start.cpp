// Tests where solvers begin a step: at q̃, at q_n, or at given positions. The minimum does not depend on it.
#include "deformable/referee/minimum.h"
#include "deformable/solvers/vertex_block_descent.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A step from q_n of a beam under gravity, whose two ends move apart by springs or exactly.
IncrementalPotential<double> pulled_beam(bool is_held) {
  BeamSettings settings;
  settings.cells = {4, 1, 1};
  settings.stiffness = 1e6;
  settings.twist_degrees = 20;
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.start = StepStart::previous;
  problem.inertial_positions.row(2).array() -= 9.81 * settings.time_step * settings.time_step;
  const std::vector<int> ends = end_vertices(*problem.mesh);
  Positions<double> targets = problem.previous_positions(Eigen::all, ends);
  targets.row(0) *= 1.02;
  if (is_held) {
    problem.hold(ends, targets);
  } else {
    problem.potentials.push_back(anchor_potential(ends, targets, 1e4));
  }
  return problem;
}

Positions<double> previous_with_targets(const IncrementalPotential<double>& problem) {
  Positions<double> positions = problem.previous_positions;
  for (const int vertex : problem.held_vertices)
    positions.col(vertex) = problem.inertial_positions.col(vertex);
  return positions;
}

bool takes_other_start(const SolverEntry& entry) {
  return !entry.declines_other_start(*entry.default_settings());
}

}  // namespace

TEST_CASE("Solvers that take it begin at last or given positions, with held vertices at their targets") {
  IncrementalPotential<double> problem = pulled_beam(GENERATE(false, true));
  if (GENERATE(false, true)) {
    problem.start = StepStart::given;
    problem.given_start = problem.previous_positions;
    problem.previous_positions.array() += 1;  // solvers that take it do not see q_n
  }
  Positions<double> start =
      problem.start == StepStart::given ? problem.given_start : problem.previous_positions;
  problem.move_held_to_targets(start);
  REQUIRE(distance(start, problem.inertial_positions) > 5e-4);
  int count = 0;
  for (const SolverEntry& entry : solvers()) {
    if (!takes_other_start(entry)) continue;
    INFO(entry.name);
    ++count;
    const auto solver = registered_solver(entry.name);
    REQUIRE_FALSE(solver->begin_step(problem));
    CHECK(solver->positions() == start);
    const auto single = registered_solver(entry.name, Precision::single_precision);
    REQUIRE_FALSE(single->begin_step(problem));
    CHECK(single->positions() == start.cast<float>().cast<double>());
  }
  CHECK(count >= 15);
}

TEST_CASE("From the last positions, solvers that minimise end in the minimum that Newton finds from q~") {
  const IncrementalPotential<double> problem = pulled_beam(GENERATE(false, true));
  IncrementalPotential<double> from_inertial = problem;
  from_inertial.start = StepStart::inertial;
  const Minimum minimum = minimise(from_inertial);
  REQUIRE(minimum.found());
  REQUIRE(distance(minimum.positions, previous_with_targets(problem)) > 1e-3);
  for (const SolverEntry& entry : minimising_solvers()) {
    if (!takes_other_start(entry)) continue;
    INFO(entry.name);
    const auto solver = registered_solver(entry.name);
    const Positions<double> found = run_to(*solver, problem, minimum.positions, 1e-8, 3000);
    CHECK(distance(found, minimum.positions) < 1e-7);
  }
  XpbdGlobalSettings settings;
  settings.constraint = ConstraintRows::vector;
  settings.keep_g = true;
  XpbdGlobal<double> gauss_newton(settings);
  CHECK(distance(run(gauss_newton, problem, 100), minimum.positions) < 1e-7);
}

TEST_CASE("The referee's minimum does not depend on where solvers begin") {
  IncrementalPotential<double> problem = pulled_beam(true);
  const Minimum from_previous = minimise(problem);
  problem.start = StepStart::inertial;
  CHECK(minimise(problem).positions == from_previous.positions);
}

TEST_CASE(
    "Every solver without the inertial term in its iterations declines to begin at the last positions") {
  const IncrementalPotential<double> problem = pulled_beam(false);
  const auto declined = [&](const SolverEntry& entry, StepStart start) {
    const StepFormula formula =
        entry.traits.evaluates_formulas ? StepFormula::symplectic_euler : StepFormula::none;
    return entry.declines_problem(problem.potentials, formula, start, problem.vertex_count(),
                                  *entry.default_settings());
  };
  for (const SolverEntry& entry : solvers()) {
    INFO(entry.name);
    CHECK_FALSE(declined(entry, StepStart::inertial));
    const Declines reason = declined(entry, StepStart::previous);
    CHECK(reason.has_value() == !takes_other_start(entry));
    // A solver that does not minimise f ends elsewhere from another start, and a formula has none.
    if (!entry.traits.minimises || entry.traits.evaluates_formulas) CHECK(reason);
    if (reason) CHECK_THAT(*reason, Catch::Contains("step.start to inertial"));
  }
}

TEST_CASE("Settings decide whether two solvers can begin at the last positions") {
  XpbdGlobalSettings global;
  CHECK(XpbdGlobal<double>::declines_other_start(global));
  global.keep_g = true;
  CHECK_FALSE(XpbdGlobal<double>::declines_other_start(global));
  VertexBlockDescentSettings vertices;
  CHECK_FALSE(VertexBlockDescent<double>::declines_other_start(vertices));
  vertices.start = VertexBlockDescentStart::adaptive;
  const Declines reason = VertexBlockDescent<double>::declines_other_start(vertices);
  CHECK_THAT(reason.value_or(""), Catch::Contains("solvers.vbd.start"));
}

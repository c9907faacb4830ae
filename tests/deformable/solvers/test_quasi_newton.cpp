#include "deformable/referee/minimum.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense_bfgs.h"
#include "tests/support/hilltop.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("The two-loop recursion equals the dense BFGS matrix") {
  const int history = GENERATE(0, 1, 3, 5, 100);
  const std::string law = any_law();
  QuasiNewtonSettings variant;
  variant.history = history;
  variant.initial_matrix = GENERATE(DescentMetric::stiffness, DescentMetric::identity, DescentMetric::mass,
                                    DescentMetric::hessian);
  BeamSettings settings;
  settings.cells = {4, 1, 1};
  settings.law = law;
  settings.stiffness = 1e6;
  settings.anchored = law == "strain";
  const IncrementalPotential<double> problem = twisted_beam(settings);
  DenseBfgs dense(problem, history, variant.initial_matrix);
  QuasiNewton<double> solver(variant);
  REQUIRE_FALSE(solver.begin_step(problem));
  INFO(text_of(variant) << ", " << law);
  // From the clamped Hessian or the masses, rounding errors grow some forty times in an iteration.
  const int iterations = is_ill_conditioned(variant.initial_matrix) ? 3 : 12;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const double alpha = dense.iterate();
    const IterationReport report = solver.iterate();
    REQUIRE(report.diagnostics["step_length"].value() == Approx(alpha).epsilon(1e-13));
    if (variant.initial_matrix != DescentMetric::mass)
      CHECK(report.diagnostics["evaluations"].value() == 1 + std::round(-std::log2(alpha)));
    // The rounding error, enlarged by the condition of S and from iteration to iteration.
    CHECK(distance(solver.positions(), dense.positions()) < 1e-10);
  }
  REQUIRE(distance(solver.positions(), problem.inertial_positions) > 1e-3);
}

TEST_CASE("Pairs without positive curvature are left out") {
  IncrementalPotential<double> problem;
  problem.masses = VectorX<double>::Ones(1);
  problem.time_step = 1;
  problem.inertial_positions = problem.previous_positions = Vector3<double>(0.1, 0.02, -0.01);
  problem.potentials = {std::make_shared<Hilltop>()};
  QuasiNewtonSettings variant;
  variant.initial_matrix = GENERATE(DescentMetric::stiffness, DescentMetric::identity);
  DenseBfgs dense(problem, 5, variant.initial_matrix);
  QuasiNewton<double> solver(variant);
  REQUIRE_FALSE(solver.begin_step(problem));
  for (int iteration = 0; iteration < 8; ++iteration) {
    REQUIRE(solver.iterate().diagnostics["step_length"] == dense.iterate());
    CHECK(distance(solver.positions(), dense.positions()) < 1e-12);
  }
  CHECK(dense.skipped_pairs() >= 1);
}

TEST_CASE("L-BFGS without history is PD with a line search") {
  BeamSettings settings;
  settings.anchored = true;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  ProjectiveDynamics<double> pd = projective_dynamics();
  QuasiNewton<double> memoryless = quasi_newton(0), remembering = quasi_newton(5);
  REQUIRE_FALSE(pd.begin_step(problem));
  REQUIRE_FALSE(memoryless.begin_step(problem));
  for (int iteration = 0; iteration < 30; ++iteration) {
    pd.iterate();
    // The strain energy lies below its PD model, so that the unit step is always accepted.
    REQUIRE(memoryless.iterate().diagnostics["step_length"] == 1.0);
    CHECK(distance(pd.positions(), memoryless.positions()) < 1e-10);
  }
  CHECK(problem.objective(run(remembering, problem, 30)) < problem.objective(memoryless.positions()));
}

TEST_CASE("L-BFGS lowers the objective in every iteration until it converges or stalls") {
  BeamSettings settings;
  settings.law = any_law();
  const IncrementalPotential<double> problem = twisted_beam(settings);
  QuasiNewton<double> solver = quasi_newton(5);
  REQUIRE_FALSE(solver.begin_step(problem));
  double last = problem.objective(solver.positions());
  std::optional<Failure> end;
  for (int iteration = 0; iteration < 3000 && !end; ++iteration) {
    end = solver.iterate().stop;
    const double objective = problem.objective(solver.positions());
    if (end) {
      CHECK(objective == last);
    } else {
      REQUIRE(objective < last);
    }
    last = objective;
  }
  REQUIRE(end);
  CHECK((end == Status::converged || end == Status::stalled));
}

TEST_CASE("Every variant of L-BFGS finds Newton's minimum") {
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  settings.stiffness = 1e7;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  const double start = problem.objective(problem.inertial_positions);
  for (const QuasiNewtonSettings& variant : quasi_newton_variants()) {
    if (variant.history == 0) continue;
    QuasiNewton<double> solver(variant);
    const double end = problem.objective(run(solver, problem, 3000));
    INFO(text_of(variant) << ", " << settings.law << ": " << end << " J, minimum " << minimum.objective);
    CHECK(std::abs(end - minimum.objective) < 1e-12 * (start - minimum.objective));
  }
}

TEST_CASE("S without history needs a line search if it does not bound the Hessian") {
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  settings.stiffness = 1e7;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const double least = minimise(problem).objective, start = problem.objective(problem.inertial_positions);
  for (const QuasiNewtonSettings& variant : quasi_newton_variants()) {
    if (variant.history > 0 || variant.initial_matrix != DescentMetric::stiffness) continue;
    INFO(text_of(variant) << ", " << settings.law);
    QuasiNewton<double> solver(variant);
    const double error = (problem.objective(run(solver, problem, 3000)) - least) / (start - least);
    const bool bounded = settings.law == "strain" || variant.line_search != LineSearch::none;
    CHECK((bounded ? error < 1e-12 : error > 1e-3));
  }
}

TEST_CASE("Every variant of L-BFGS comes near the minimum in single precision") {
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  settings.stiffness = 1e6;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const double least = minimise(problem).objective, start = problem.objective(problem.inertial_positions);
  for (const QuasiNewtonSettings& variant : quasi_newton_variants()) {
    if (variant.history == 0) continue;
    INFO(text_of(variant) << ", " << settings.law);
    const auto solver = find_solver("qn")->make(variant, Precision::single_precision);
    CHECK(problem.objective(run(*solver, problem, 1000)) - least < 1e-5 * (start - least));
  }
}

TEST_CASE("Without a line search each iteration is a unit step, like in backtracking if that is accepted") {
  const std::string law = GENERATE("strain", "stable_neo_hookean");
  for (QuasiNewtonSettings variant : quasi_newton_variants()) {
    if (variant.line_search != LineSearch::backtracking) continue;
    BeamSettings settings;
    settings.law = law;
    const IncrementalPotential<double> problem = twisted_beam(settings);
    INFO(text_of(variant) << ", " << law);
    QuasiNewton<double> searching(variant);
    variant.line_search = LineSearch::none;
    QuasiNewton<double> unsearched(variant);
    REQUIRE_FALSE(searching.begin_step(problem));
    REQUIRE_FALSE(unsearched.begin_step(problem));
    int equal = 0;
    for (;; ++equal) {
      const IterationReport searched = searching.iterate();
      const IterationReport step = unsearched.iterate();
      if (searched.stop || searched.diagnostics["step_length"] != 1.0) {
        CHECK(step.diagnostics["step_length"] == (searched.stop ? searched.diagnostics["step_length"] : 1.0));
        CHECK((unsearched.positions() == searching.positions()) == searched.stop.has_value());
        break;
      }
      REQUIRE(step.diagnostics["step_length"] == 1.0);
      REQUIRE(step.diagnostics["evaluations"] == 1);
      REQUIRE(unsearched.positions() == searching.positions());
      if (equal == 200) break;
    }
    if (law == "strain")
      CHECK(equal >= (variant.history == 0 && variant.initial_matrix == DescentMetric::stiffness ? 200 : 3));
  }
}

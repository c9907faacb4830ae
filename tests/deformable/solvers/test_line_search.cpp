// Tests L-BFGS's line searches: their conditions from outside, and exact expectations along a line.
#include "deformable/solvers/line_search/search_along.h"
#include "tests/support/beam_problem.h"
#include "tests/support/hilltop.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

Positions<double> vertex_at(double x, double y, double z) {
  Positions<double> positions(3, 1);
  positions << x, y, z;
  return positions;
}

// One vertex of 1 kg, a step of 1 s, and an anchor of 3 N/m: f'' = 4 N/m along every direction.
IncrementalPotential<double> quadratic() {
  IncrementalPotential<double> problem;
  problem.masses = VectorX<double>::Ones(1);
  problem.time_step = 1;
  problem.inertial_positions = problem.previous_positions = vertex_at(1, -2, 0.5);
  const Positions<double> target = vertex_at(3, 2, -1);
  problem.potentials = {anchor_potential(std::vector<int>{0}, target, 3.0)};
  return problem;
}

// Counts its evaluations; it is infinite for ‖q‖ > 2.
class Cliff final : public Hilltop {
 public:
  double value(const Positions<double>& q) const override {
    return q.norm() < 2 ? Hilltop::value(q) : std::numeric_limits<double>::infinity();
  }
  double add_gradient(const Positions<double>& q, Positions<double>& gradient) const override {
    ++evaluations;
    Hilltop::add_gradient(q, gradient);
    return value(q);
  }
  mutable int evaluations = 0;
};

IncrementalPotential<double> on_the_cliff(const std::shared_ptr<Cliff>& cliff) {
  IncrementalPotential<double> problem;
  problem.masses = VectorX<double>::Ones(1);
  problem.time_step = 1;
  problem.inertial_positions = problem.previous_positions = vertex_at(0.1, 0.02, -0.01);
  problem.potentials = {cliff};
  return problem;
}

struct Searched {
  IterationReport report;
  Iterate<double> trial;
};

// A strong Wolfe search along −factor ∇f.
Searched search_downhill(const IncrementalPotential<double>& problem, const Positions<double>& positions,
                         double factor) {
  const Iterate<double> start = iterate_at(problem, positions);
  const Positions<double> direction = -factor * start.gradient;
  Searched result{{}, start};
  result.report =
      search_strong_wolfe({}, problem, start, {direction, slope_along(start, direction)}, result.trial);
  return result;
}

}  // namespace

TEST_CASE("A direction along which f rises gives neither convergence nor a step") {
  const IncrementalPotential<double> problem;
  Iterate<double> iterate;
  iterate.objective = 2;
  const auto reason = [&](double slope) {
    return reason_to_stop(problem, iterate, {iterate.gradient, slope});
  };
  CHECK_FALSE(reason(-1e-3));
  CHECK(reason(-1e-14) == Status::converged);
  CHECK(reason(0.0) == Status::converged);
  CHECK(reason(1e-14) == Status::converged);  // its sign comes from rounding
  CHECK(reason(1e-3) == Status::stalled);
  CHECK(reason(std::nan("")) == Status::diverged);
  // Only the decrease that the first length promises counts, in any unit of the direction.
  CHECK(reason_to_stop(problem, iterate, {iterate.gradient, -1e-3, 1e-11}) == Status::converged);
}

TEST_CASE("Every step that strong Wolfe accepts meets both conditions") {
  constexpr double c1 = 1e-4, c2 = 0.9;
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(settings);
  int other_lengths = 0;
  for (const QuasiNewtonSettings& variant : quasi_newton_variants()) {
    if (variant.line_search != LineSearch::strong_wolfe) continue;
    INFO(text_of(variant) << ", " << settings.law << ", anchored " << settings.anchored);
    QuasiNewton<double> solver(variant);
    REQUIRE_FALSE(solver.begin_step(problem));
    Iterate<double> before = iterate_at(problem, solver.positions());
    for (int iteration = 0; iteration < 100; ++iteration) {
      const IterationReport report = solver.iterate();
      if (report.stop) break;
      const Iterate<double> after = iterate_at(problem, solver.positions());
      const Positions<double> step = after.positions - before.positions;  // α p, with an error of 1e-16 m
      const double promised = slope_along(before, step), left = slope_along(after, step);
      const double rounding = 1e-15 * (before.gradient.cwiseAbs().sum() + after.gradient.cwiseAbs().sum());
      REQUIRE(after.objective < before.objective);
      REQUIRE(after.objective <= before.objective + c1 * (promised + rounding));
      REQUIRE(std::abs(left) <= c2 * -promised + rounding);
      if (report.diagnostics["step_length"] != 1.0) ++other_lengths;
      before = after;
    }
  }
  CHECK(other_lengths > 10);
}

TEST_CASE("On a quadratic problem strong Wolfe tries the lengths of its algorithm") {
  const IncrementalPotential<double> problem = quadratic();
  // Along −t ∇f/f'' the minimum of f is at α = 1/t, and |φ'(α)/φ'(0)| = |1 − t α|. So t α in [0.1, 1.9] is
  // acceptable, f decreases enough up to t α = 1.9998, and the cubic finds 1/t exactly.
  struct Case {
    double t, alpha;
    int evaluations;
  };
  const auto [t, alpha, evaluations] =
      GENERATE(Case{1, 1, 1}, Case{1.89, 1, 1}, Case{0.11, 1, 1},  // acceptable at once
               Case{0.09, 2, 2}, Case{0.01, 16, 5},                // 1, 2, 4, 8, 16
               Case{1.95, 1 / 1.95, 2},                            // too far, though f decreases enough
               Case{2.5, 0.4, 2}, Case{8, 0.125, 2},               // f does not decrease enough
               Case{12, 1.0 / 12, 3}, Case{100, 0.01, 6});  // halved while 1/t is within a tenth of the end
  const Searched found = search_downhill(problem, problem.inertial_positions, t / 4);
  INFO("t = " << t);
  REQUIRE_FALSE(found.report.stop);
  CHECK(found.report.diagnostics["step_length"].value() == Approx(alpha).epsilon(1e-9));
  CHECK(found.report.diagnostics["evaluations"] == evaluations);
  const Positions<double> minimum = vertex_at(2.5, 1, -0.625);  // (1 q̃ + 3 target)/4
  const Positions<double> expected =
      problem.inertial_positions + alpha * t * (minimum - problem.inertial_positions);
  CHECK(distance(found.trial.positions, expected) < 1e-9);
  CHECK(found.trial.objective == Approx(problem.objective(expected)).epsilon(1e-9));
}

TEST_CASE("On a quadratic problem S is the Hessian: one unit step with any line search") {
  IncrementalPotential<double> problem = twisted_beam({});
  const std::vector<int> ends = end_vertices(*problem.mesh);
  const Positions<double> targets = problem.mesh->rest_positions(Eigen::all, ends);
  problem.potentials = {anchor_potential(ends, targets, 1e6)};
  for (const QuasiNewtonSettings& variant : quasi_newton_variants()) {
    if (variant.initial_matrix != DescentMetric::stiffness) continue;
    INFO(text_of(variant));
    QuasiNewton<double> solver(variant);
    REQUIRE_FALSE(solver.begin_step(problem));
    const double start = iterate_at(problem, solver.positions()).gradient.norm();
    const IterationReport report = solver.iterate();
    CHECK(report.diagnostics["step_length"] == 1.0);
    CHECK(report.diagnostics["evaluations"] == 1);
    CHECK(iterate_at(problem, solver.positions()).gradient.norm() < 1e-12 * start);
    CHECK(solver.iterate().stop == Status::converged);
  }
}

TEST_CASE(
    "The scaled identity begins with the largest eigenvalue, then uses the curvature of the last step") {
  // Masses of 1 and 4 kg on anchors of 4 N/m: S = diag(5, 8), and ∇f at the start is −4 N along x for both.
  IncrementalPotential<double> problem;
  problem.masses = Eigen::Vector2d(1, 4);
  problem.time_step = 1;
  problem.inertial_positions = problem.previous_positions = Positions<double>::Zero(3, 2);
  Positions<double> targets(3, 2);
  targets << 1, 1, 0, 0, 0, 0;
  problem.potentials = {anchor_potential(std::vector<int>{0, 1}, targets, 4.0)};
  // The first step is 4/8 (1, 1), so that y = (5, 8)/2 and γ = sᵀy/yᵀy = 13/89; the gradient then is (−1.5,
  // 0).
  QuasiNewtonSettings settings;
  settings.initial_matrix = DescentMetric::identity;
  settings.history = 0;
  settings.line_search = GENERATE(LineSearch::backtracking, LineSearch::none, LineSearch::strong_wolfe);
  QuasiNewton<double> solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  for (const double expected : {0.5, 0.5 + 1.5 * 13 / 89}) {
    CHECK(solver.iterate().diagnostics["step_length"] == 1.0);
    CHECK(solver.positions()(0, 0) == Approx(expected).epsilon(1e-14));
    CHECK(solver.positions()(0, 1) == Approx(0.5).epsilon(1e-14));
  }
}

TEST_CASE("Every evaluation of the objective is counted") {
  for (const QuasiNewtonSettings& variant : quasi_newton_variants()) {
    if (variant.line_search == LineSearch::none && variant.initial_matrix == DescentMetric::stiffness)
      continue;  // its full steps are too long here
    INFO(text_of(variant));
    const auto cliff = std::make_shared<Cliff>();
    const IncrementalPotential<double> problem = on_the_cliff(cliff);
    QuasiNewton<double> solver(variant);
    REQUIRE_FALSE(solver.begin_step(problem));
    double reported = cliff->evaluations;
    REQUIRE(reported == 1);
    for (int iteration = 0; iteration < 30; ++iteration) {
      const IterationReport report = solver.iterate();
      reported += report.diagnostics["evaluations"].value_or(0);
      REQUIRE(cliff->evaluations == reported);
      if (report.stop) break;
      REQUIRE(report.diagnostics["evaluations"] >= 1);
    }
    CHECK(solver.positions().norm() == Approx(1).epsilon(0.01));
  }
}

TEST_CASE("A step to an infinite objective is shortened, or without a line search ends the solve") {
  const auto cliff = std::make_shared<Cliff>();
  const IncrementalPotential<double> problem = on_the_cliff(cliff);
  const Iterate<double> start = iterate_at(problem, problem.inertial_positions);
  const Positions<double> direction = -start.gradient;
  REQUIRE((start.positions + direction).norm() > 2);
  const double slope = slope_along(start, direction);
  Iterate<double> trial = start;

  for (const auto& search : {descend<double>, search_strong_wolfe<double>}) {
    const IterationReport found = search({}, problem, start, {direction, slope}, trial);
    CHECK_FALSE(found.stop);
    CHECK(found.diagnostics["evaluations"] > 1);
    CHECK(trial.positions.norm() < 2);
    CHECK(trial.objective < start.objective);
  }
  const IterationReport end = take_first_step(problem, start, {direction, slope}, trial);
  CHECK(end.stop == Status::diverged);
  CHECK(end.diagnostics["evaluations"] == 1);
}

TEST_CASE("A search does not depend on the unit of its direction") {
  const IncrementalPotential<double> problem = quadratic();
  const Iterate<double> start = iterate_at(problem, problem.inertial_positions);
  LineSearchSettings settings;
  for (const LineSearch kind : {LineSearch::backtracking, LineSearch::none, LineSearch::strong_wolfe}) {
    settings.line_search = kind;
    const auto search = [&](double unit) {
      const Positions<double> direction = -unit * start.gradient;
      Iterate<double> trial = start;
      const double first = 16 / unit;
      search_along(settings, problem, start, {direction, slope_along(start, direction), first}, trial);
      return trial.positions;
    };
    CHECK(search(std::ldexp(1.0, 40)) == search(1));
    CHECK(search(std::ldexp(1.0, -40)) == search(1));
    CHECK(search(1) != start.positions);
  }
}

TEST_CASE("A search can end as converged, stalled or diverged before any trial") {
  const IncrementalPotential<double> problem = quadratic();
  const Iterate<double> start = iterate_at(problem, problem.inertial_positions);
  Iterate<double> trial = start, minimum = start;
  minimum.gradient.setZero();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  LineSearchSettings settings;
  for (const LineSearch kind : {LineSearch::backtracking, LineSearch::none, LineSearch::strong_wolfe}) {
    settings.line_search = kind;
    const auto stop = [&](const Iterate<double>& iterate, double slope) {
      const IterationReport report =
          search_along(settings, problem, iterate, {iterate.gradient, slope}, trial);
      CHECK_FALSE(report.diagnostics["evaluations"]);
      return report.stop;
    };
    for (const double slope : {-0.9e-14 * start.objective, 0.0}) {
      CHECK(stop(minimum, slope) == Status::converged);
      CHECK(stop(start, slope) == Status::stalled);  // the slope has collapsed, but the gradient has not
    }
    CHECK(stop(start, nan) == Status::diverged);
  }
}

TEST_CASE("Strong Wolfe stops as stalled on a direction that leads uphill") {
  const IncrementalPotential<double> problem = quadratic();
  const Iterate<double> start = iterate_at(problem, problem.inertial_positions);
  Iterate<double> trial = start;
  const IterationReport report =
      search_strong_wolfe<double>({}, problem, start, {start.gradient, -1.0}, trial);
  CHECK(report.stop == Status::stalled);
  CHECK_FALSE(report.diagnostics["step_length"]);
  CHECK(report.diagnostics["evaluations"] == 40);
}

// Tests the metrics of methods that descend: what one iteration in each of them is.
#include "deformable/referee/minimum.h"
#include "deformable/solvers/bfgs.h"
#include "deformable/solvers/gradient_descent.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

IncrementalPotential<double> twisted_beam_of_any_law(bool is_held) {
  BeamSettings settings;
  settings.law = any_law();
  settings.stiffness = 1e6;
  IncrementalPotential<double> problem = twisted_beam(settings);
  if (is_held) problem.hold({0, 1, 2}, problem.inertial_positions.leftCols(3));
  return problem;
}

QuasiNewtonSettings quasi_newton_from(DescentMetric matrix, int history = 5) {
  QuasiNewtonSettings settings;
  settings.initial_matrix = matrix;
  settings.history = history;
  return settings;
}

GradientDescentSettings descent_in(DescentMetric metric) {
  GradientDescentSettings settings;
  settings.metric = metric;
  return settings;
}

}  // namespace

TEST_CASE("From the Hessian at the start, the first iteration is Newton's, and the second one is not") {
  const IncrementalPotential<double> problem = twisted_beam_of_any_law(GENERATE(false, true));
  const Positions<double> first = run(*registered_solver("newton"), problem, 1),
                          second = run(*registered_solver("newton"), problem, 2);
  REQUIRE(distance(first, problem.inertial_positions) > 1e-3);
  BfgsSettings dense;
  dense.initial_matrix = DescentMetric::hessian;
  QuasiNewton<double> qn(quasi_newton_from(DescentMetric::hessian));
  GradientDescent<double> descent(descent_in(DescentMetric::hessian));
  Bfgs<double> bfgs(dense);
  for (Solver<double>* solver : std::initializer_list<Solver<double>*>{&qn, &descent, &bfgs}) {
    CHECK(distance(run(*solver, problem, 1), first) < 1e-12);
    CHECK(distance(run(*solver, problem, 2), second) > 1e-6);
  }
}

TEST_CASE("Without pairs each iteration goes along the gradient, divided by the Hessian of the start") {
  const IncrementalPotential<double> problem = twisted_beam_of_any_law(GENERATE(false, true));
  BlockMatrix<double> hessian = problem.hessian_pattern();
  problem.hessian(problem.inertial_positions, Definiteness::clamped, hessian);
  const Eigen::MatrixXd dense = Eigen::MatrixXd(hessian.matrix()).selfadjointView<Eigen::Lower>();
  QuasiNewton<double> solver(quasi_newton_from(DescentMetric::hessian, 0));
  REQUIRE_FALSE(solver.begin_step(problem));
  Positions<double> gradient(3, problem.vertex_count());
  for (int iteration = 0; iteration < 5; ++iteration) {
    const Positions<double> before = solver.positions();
    problem.objective_and_gradient(before, gradient);
    const double alpha = solver.iterate().diagnostics["step_length"].value();
    const VectorX<double> step = -alpha * solved(dense, gradient.reshaped());
    REQUIRE(step.norm() > 1e-4);
    CHECK(distance(solver.positions(), before + step.reshaped(3, before.cols())) < 1e-12);
  }
}

TEST_CASE("L-BFGS without pairs from the masses is steepest descent in their metric, bit for bit") {
  const IncrementalPotential<double> problem = twisted_beam_of_any_law(GENERATE(false, true));
  QuasiNewtonSettings own = quasi_newton_from(DescentMetric::mass, 0);
  GradientDescentSettings other = descent_in(DescentMetric::mass);
  own.line_search = other.line_search =
      GENERATE(LineSearch::backtracking, LineSearch::strong_wolfe, LineSearch::none);
  QuasiNewton<double> qn(own);
  GradientDescent<double> descent(other);
  const Positions<double> positions = run(qn, problem, 30);
  REQUIRE(distance(positions, problem.inertial_positions) > 1e-3);
  CHECK(positions == run(descent, problem, 30));
}

TEST_CASE("From every first matrix L-BFGS finds Newton's minimum") {
  BeamSettings settings;
  settings.law = GENERATE("strain", "stable_neo_hookean");
  settings.stiffness = 1e7;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const double least = minimise(problem).objective, start = problem.objective(problem.inertial_positions);
  QuasiNewtonSettings own = quasi_newton_from(GENERATE(DescentMetric::mass, DescentMetric::hessian));
  own.line_search = GENERATE(LineSearch::backtracking, LineSearch::strong_wolfe);
  QuasiNewton<double> solver(own);
  INFO(text_of(own) << ", " << settings.law);
  CHECK(std::abs(problem.objective(run(solver, problem, 3000)) - least) < 1e-12 * (start - least));
}

TEST_CASE("The masses are no metric in statics") {
  IncrementalPotential<double> problem = twisted_beam({});
  problem.time_step = std::numeric_limits<double>::infinity();
  QuasiNewton<double> qn(quasi_newton_from(DescentMetric::mass));
  GradientDescent<double> descent(descent_in(DescentMetric::mass));
  for (Solver<double>* solver : std::initializer_list<Solver<double>*>{&qn, &descent}) {
    const std::optional<Failure> failure = solver->begin_step(problem);
    REQUIRE(failure);
    CHECK_THAT(failure->reason, Catch::Contains("zero in statics"));
  }
}

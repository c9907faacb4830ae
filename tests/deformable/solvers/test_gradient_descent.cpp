// Tests steepest descent on quadratics with known rates, and on the beam.
#include "deformable/solvers/gradient_descent.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// f = ½ (x₀² + κ x₁²) up to a shift, for two particles that move along x. The minimum is at q̃/2, so that the
// initial error is q̃/2, too.
IncrementalPotential<double> quadratic(double kappa) {
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>();
  problem.masses = Eigen::Vector2d(0.5, kappa / 2);
  problem.time_step = 1;
  problem.inertial_positions = Positions<double>::Zero(3, 2);
  problem.inertial_positions(0, 0) = kappa;  // the start with the worst rate
  problem.inertial_positions(0, 1) = 1;
  problem.previous_positions = problem.inertial_positions;
  problem.potentials = {anchor_potential(std::vector<int>{0}, Positions<double>::Zero(3, 1), 0.5),
                        anchor_potential(std::vector<int>{1}, Positions<double>::Zero(3, 1), kappa / 2)};
  return problem;
}

// On a quadratic, the cubic of the strong Wolfe search finds the exact minimum along the line.
GradientDescentSettings exact_search(DescentMetric metric) {
  GradientDescentSettings settings;
  settings.metric = metric;
  settings.line_search = LineSearch::strong_wolfe;
  settings.c1 = 1e-12;
  settings.c2 = 1e-10;
  return settings;
}

}  // namespace

TEST_CASE(
    "With an exact search the error of a quadratic falls by ((κ − 1)/(κ + 1))², and the step is 2/(1 + κ)") {
  const double kappa = GENERATE(3.0, 10.0, 50.0);
  const IncrementalPotential<double> problem = quadratic(kappa);
  const double minimum = problem.objective(problem.inertial_positions / 2);
  GradientDescent<double> solver(exact_search(DescentMetric::identity));
  REQUIRE_FALSE(solver.begin_step(problem));
  double error = problem.objective(solver.positions()) - minimum;
  for (int iteration = 0; iteration < 8; ++iteration) {
    const IterationReport report = solver.iterate();
    REQUIRE_FALSE(report.stop);
    CHECK(report.diagnostics["step_length"].value() == Approx(2 / (1 + kappa)).epsilon(1e-9));
    const double now = problem.objective(solver.positions()) - minimum;
    CHECK(now / error == Approx(std::pow((kappa - 1) / (kappa + 1), 2)).epsilon(1e-6));
    error = now;
  }
}

TEST_CASE("In the metric of its Hessian, or of a multiple of it, a quadratic takes one iteration") {
  const IncrementalPotential<double> problem = quadratic(20);
  for (const DescentMetric metric : {DescentMetric::mass, DescentMetric::stiffness}) {
    GradientDescent<double> solver(exact_search(metric));
    CHECK(distance(run(solver, problem, 1), problem.inertial_positions / 2) < 1e-12);
  }
}

TEST_CASE("Backtracking begins with a length that does not overshoot, and then with twice the last length") {
  const IncrementalPotential<double> problem = quadratic(5);
  GradientDescent<double> solver(GradientDescentSettings{});
  REQUIRE_FALSE(solver.begin_step(problem));
  double tried = 1.0 / 5;  // 1/κ
  for (int iteration = 0; iteration < 10; ++iteration) {
    const IterationReport report = solver.iterate();
    REQUIRE_FALSE(report.stop);
    const double evaluations = report.diagnostics["evaluations"].value();
    CHECK(report.diagnostics["step_length"] == tried * std::pow(0.5, evaluations - 1));
    tried = 2 * *report.diagnostics["step_length"];
  }
}

TEST_CASE("Descent lowers f in every iteration in each metric, and reaches the minimum in the metric of S") {
  BeamSettings beam;
  beam.law = any_law();
  beam.stiffness = 1e5;
  beam.anchored = GENERATE(false, true);
  const IncrementalPotential<double> problem = twisted_beam(beam);
  const Positions<double> minimum = run(*registered_solver("newton"), problem, 200);
  const double least = problem.objective(minimum), start = problem.objective(problem.inertial_positions);
  for (const DescentMetric metric :
       {DescentMetric::identity, DescentMetric::mass, DescentMetric::stiffness}) {
    GradientDescentSettings settings;
    settings.metric = metric;
    GradientDescent<double> solver(settings);
    REQUIRE_FALSE(solver.begin_step(problem));
    double last = start;
    for (int iteration = 0; iteration < 300; ++iteration) {
      if (solver.iterate().stop) break;
      const double now = problem.objective(solver.positions());
      REQUIRE(now < last);
      last = now;
    }
    INFO(beam.law << ", metric " << static_cast<int>(metric) << ", left "
                  << (last - least) / (start - least));
    CHECK(last - least < (metric == DescentMetric::stiffness ? 1e-9 : 0.9) * (start - least));
  }
}

// Tests BFGS against L-BFGS with an unlimited history, with the secant equation, and on quadratics.
#include "deformable/solvers/bfgs.h"
#include "math/parallel.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"
#include "tests/support/spring_chain.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("BFGS is L-BFGS that remembers all pairs, from the same first matrix") {
  BeamSettings beam;
  beam.cells = {4, 1, 1};
  beam.law = GENERATE("strain", "stable_neo_hookean");
  beam.stiffness = 1e5;
  beam.anchored = true;
  const IncrementalPotential<double> problem = twisted_beam(beam);
  BfgsSettings settings;
  QuasiNewtonSettings limited;
  settings.line_search = limited.line_search = GENERATE(LineSearch::backtracking, LineSearch::strong_wolfe);
  settings.initial_matrix = limited.initial_matrix =
      GENERATE(DescentMetric::stiffness, DescentMetric::hessian, DescentMetric::mass);
  limited.history = 100;
  Bfgs<double> bfgs(settings);
  QuasiNewton<double> qn(limited);
  REQUIRE_FALSE(bfgs.begin_step(problem));
  REQUIRE_FALSE(qn.begin_step(problem));
  // From the clamped Hessian or the masses, rounding errors grow some forty times in an iteration.
  const int iterations = is_ill_conditioned(settings.initial_matrix) ? 3 : 25;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const IterationReport report = bfgs.iterate();
    const std::optional<Failure> end = qn.iterate().stop;
    CHECK(report.stop.has_value() == end.has_value());
    if (end) CHECK(report.stop == end->status);
    if (report.stop) break;
    CHECK(distance(bfgs.positions(), qn.positions()) < 1e-10);
  }
  CHECK(distance(bfgs.positions(), problem.inertial_positions) > 1e-3);
}

TEST_CASE("BFGS's matrix meets the secant equation H y = s") {
  BeamSettings beam;
  beam.cells = {3, 1, 1};
  beam.stiffness = 1e5;
  const IncrementalPotential<double> problem = twisted_beam(beam);
  BfgsSettings settings;
  settings.initial_matrix = GENERATE(DescentMetric::stiffness, DescentMetric::identity);
  Bfgs<double> solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  Positions<double> before(3, problem.vertex_count()), after = before;
  for (int iteration = 0; iteration < 10; ++iteration) {
    const Positions<double> q = solver.positions();
    REQUIRE_FALSE(solver.iterate().stop);
    problem.objective_and_gradient(q, before);
    problem.objective_and_gradient(solver.positions(), after);
    const VectorX<double> s = (solver.positions() - q).reshaped(), y = (after - before).reshaped();
    REQUIRE(s.dot(y) > 0);
    CHECK((solver.inverse_hessian() * y - s).norm() < 1e-10 * s.norm());
  }
}

TEST_CASE(
    "On a quadratic of n unknowns, with an exact search, BFGS has the minimum and the inverse Hessian after "
    "n iterations") {
  // Springs in a row that move along it: a quadratic in x only.
  const int n = 5;
  const double stiffness = 7;
  IncrementalPotential<double> problem = spring_chain(Random(1).positive_vector(n), stiffness, 1);
  Random random(2);
  for (int i = 0; i < n; ++i) problem.inertial_positions(0, i) += random.uniform(-0.3, 0.3);
  Eigen::MatrixXd A = problem.masses.asDiagonal();
  for (int i = 0; i + 1 < n; ++i) {
    A(i, i) += stiffness;
    A(i + 1, i + 1) += stiffness;
    A(i, i + 1) -= stiffness;
    A(i + 1, i) -= stiffness;
  }
  BfgsSettings settings;
  settings.initial_matrix = DescentMetric::identity;
  settings.line_search = LineSearch::strong_wolfe;
  settings.c1 = 1e-12;
  settings.c2 = 1e-10;
  Bfgs<double> solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  Positions<double> gradient(3, n);
  problem.objective_and_gradient(problem.inertial_positions, gradient);
  const double start = gradient.norm();
  for (int iteration = 0; iteration < n; ++iteration) {
    problem.objective_and_gradient(solver.positions(), gradient);
    CHECK(gradient.norm() > 1e-6 * start);  // the minimum is not reached earlier
    REQUIRE_FALSE(solver.iterate().stop);
  }
  problem.objective_and_gradient(solver.positions(), gradient);
  CHECK(gradient.norm() < 1e-8 * start);
  Eigen::MatrixXd H(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) H(i, j) = solver.inverse_hessian()(3 * i, 3 * j);
  }
  CHECK((H - solved(A, Eigen::MatrixXd::Identity(n, n))).norm() < 1e-6 * H.norm());
}

TEST_CASE("BFGS gives the same bits for any number of threads") {
  BeamSettings beam;
  beam.cells = {4, 4, 4};  // 125 vertices: the 375 columns of H are two tasks
  beam.stiffness = 1e5;
  const IncrementalPotential<double> problem = twisted_beam(beam);
  const auto positions = [&](int threads) {
    const ThreadScope scope(threads);
    Bfgs<double> bfgs{BfgsSettings{}};
    REQUIRE_FALSE(bfgs.begin_step(problem));
    for (int iteration = 0; iteration < 10; ++iteration) bfgs.iterate();
    return bfgs.positions();
  };
  const Positions<double> alone = positions(1);
  for (const int threads : {2, 3, 8}) CHECK(positions(threads) == alone);
}

TEST_CASE("BFGS declines a problem with too large a matrix, and says how large it would be") {
  BfgsSettings settings;
  CHECK_FALSE(Bfgs<double>::declines_size(81, settings));
  settings.vertex_limit = 80;
  const Declines declined = Bfgs<double>::declines_size(81, settings);
  REQUIRE(declined);
  CHECK_THAT(*declined, Catch::Contains("0.0 GB for 81 vertices"));
  CHECK_THAT(*declined, Catch::Contains("solvers.bfgs.vertex_limit is 80"));
}

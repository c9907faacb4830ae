// Tests truncated Newton against Newton's exact steps, and its stopping rules against dense matrices.
#include <Eigen/Cholesky>

#include "base/error.h"
#include "config/document.h"
#include "config/reader.h"
#include "deformable/referee/minimum.h"
#include "deformable/solvers/newton_conjugate_gradients.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"
#include "tests/support/spring_chain.h"

using namespace simbench;
using namespace simbench::test;
using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

using NewtonCg = NewtonConjugateGradients<double>;

// Slightly enlarged and soft, so that every stretch is above 1: its exact Hessian is positive definite.
IncrementalPotential<double> slightly_stretched_beam(const std::string& law) {
  BeamSettings settings;
  settings.law = law;
  settings.stiffness = 1e5;
  IncrementalPotential<double> problem = twisted_beam(settings);
  problem.inertial_positions = jittered(1.05 * problem.mesh->rest_positions, 1e-3, 3);
  problem.previous_positions = problem.inertial_positions;
  return problem;
}

MatrixXd dense_hessian(const IncrementalPotential<double>& problem) {
  BlockMatrix<double> hessian = problem.hessian_pattern();
  problem.hessian(problem.inertial_positions, Definiteness::exact, hessian);
  const MatrixXd lower = hessian.matrix();
  return lower.selfadjointView<Eigen::Lower>();
}

}  // namespace

TEST_CASE("With a tiny forcing the iterates are those of Newton with the exact Hessian") {
  const IncrementalPotential<double> problem =
      slightly_stretched_beam(GENERATE("strain", "stable_neo_hookean"));
  NewtonConjugateGradientsSettings settings;
  settings.forcing = 1e-13;
  NewtonSettings exact;
  exact.hessian = NewtonHessian::exact;
  const int iterations = GENERATE(1, 3);
  Newton<double> newton(exact);
  const Positions<double> expected = run(newton, problem, iterations);
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-3);
  for (const DescentMetric metric :
       {DescentMetric::stiffness, DescentMetric::hessian, DescentMetric::diagonal}) {
    settings.metric = metric;
    NewtonCg solver(settings);
    CHECK(distance(run(solver, problem, iterations), expected) < 1e-10);
  }
}

TEST_CASE("On a quadratic with its Hessian as the preconditioner, one inner iteration is enough") {
  BeamSettings beam;
  beam.anchored = true;
  IncrementalPotential<double> problem = twisted_beam(beam);
  problem.potentials.erase(problem.potentials.begin());  // the anchors are left
  NewtonConjugateGradientsSettings settings;
  settings.metric = DescentMetric::hessian;
  settings.forcing = 1e-8;
  NewtonCg solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  const IterationReport report = solver.iterate();
  REQUIRE_FALSE(report.stop);
  CHECK(report.diagnostics["linear_iterations"] == 1.0);
  Positions<double> gradient(3, problem.vertex_count());
  problem.objective_and_gradient(problem.inertial_positions, gradient);
  const double before = gradient.norm();
  problem.objective_and_gradient(solver.positions(), gradient);
  CHECK(gradient.norm() < 1e-10 * before);
}

TEST_CASE("The residual of the direction is below the forcing, in the norm of the preconditioner's inverse") {
  const IncrementalPotential<double> problem = slightly_stretched_beam("strain");
  const MatrixXd H = dense_hessian(problem);
  Positions<double> gradient(3, problem.vertex_count());
  problem.objective_and_gradient(problem.inertial_positions, gradient);
  SparseCholesky<double> S;
  REQUIRE(S.factorize(problem.stiffness_matrix()));
  const auto norm = [&](const Positions<double>& r) {
    Positions<double> solved = r;
    S.solve_in_place(solved);
    return std::sqrt(r.cwiseProduct(solved).sum());
  };
  NewtonConjugateGradientsSettings settings;
  settings.line_search = LineSearch::none;
  int last = 0;
  for (const double forcing :
       {0.0, 1e-1, 1e-2, 1e-4}) {  // 0: the default, which is 0.5 in the first iteration
    INFO(forcing);
    if (forcing > 0) settings.forcing = forcing;
    NewtonCg solver(settings);
    REQUIRE_FALSE(solver.begin_step(problem));
    const IterationReport report = solver.iterate();
    REQUIRE_FALSE(report.stop);
    Positions<double> residual = gradient;
    residual.reshaped() += H * (solver.positions() - problem.inertial_positions).reshaped();
    CHECK(norm(residual) <= (forcing > 0 ? forcing : 0.5) * norm(gradient));
    const int inner = static_cast<int>(report.diagnostics["linear_iterations"].value());
    CHECK(inner >= last);
    CHECK(inner < 40);
    last = inner;
  }
  CHECK(last > 1);
}

TEST_CASE("Along a negative curvature the first direction is that of steepest descent in the metric") {
  // Two compressed springs push a particle of 1 kg off the line between their fixed ends.
  const double k = 100;
  IncrementalPotential<double> problem = spring_chain(VectorX<double>::Ones(3), k, 1);
  problem.inertial_positions.row(0) *= 0.5;
  problem.inertial_positions(1, 1) = 0.01;
  problem.hold({0, 2}, problem.inertial_positions(Eigen::all, {0, 2}));
  Positions<double> gradient(3, 3);
  problem.objective_and_gradient(problem.inertial_positions, gradient);
  REQUIRE(std::abs(gradient(1, 1)) > 1);
  REQUIRE(problem.curvature(problem.inertial_positions, gradient) < 0);
  NewtonConjugateGradientsSettings settings;
  settings.line_search = LineSearch::none;
  NewtonCg solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  const IterationReport report = solver.iterate();
  REQUIRE_FALSE(report.stop);
  CHECK(report.diagnostics["linear_iterations"] == 1.0);
  const double S = 1 + 2 * k;  // of the particle [N/m]
  CHECK(distance(solver.positions(), problem.inertial_positions - gradient / S) < 1e-14);
}

TEST_CASE("newton_cg ends in Newton's minimum, with every metric") {
  BeamSettings beam;
  beam.law = GENERATE("strain", "stable_neo_hookean");
  beam.stiffness = 1e6;
  beam.anchored = true;
  const IncrementalPotential<double> problem = twisted_beam(beam);
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  NewtonConjugateGradientsSettings settings;
  settings.metric = GENERATE(DescentMetric::identity, DescentMetric::mass, DescentMetric::diagonal,
                             DescentMetric::stiffness, DescentMetric::hessian);
  NewtonCg solver(settings);
  CHECK(problem.objective(run(solver, problem, 200)) == Approx(minimum.objective).epsilon(1e-9));
}

TEST_CASE("A forcing that is not above 0 and at most 1 is refused, and the metric M/h^2 in statics") {
  const auto read = [](const std::string& text) {
    NewtonConjugateGradientsSettings settings;
    config::read(config::Document::parse(text, "test.json"),
                 [&](config::Fields& fields) { settings.describe(fields); });
    return settings;
  };
  CHECK(read("{\"forcing\": 1}").forcing == 1.0);
  CHECK_FALSE(read("{}").forcing);
  for (const char* bad : {"0", "-1", "1.5", "\"fast\""}) {
    INFO(bad);
    CHECK_THROWS_AS(read(std::string("{\"forcing\": ") + bad + "}"), Error);
  }
  IncrementalPotential<double> problem = twisted_beam({});
  problem.time_step = std::numeric_limits<double>::infinity();
  NewtonConjugateGradientsSettings settings;
  settings.metric = DescentMetric::mass;
  const std::optional<Failure> failure = NewtonCg(settings).begin_step(problem);
  REQUIRE(failure);
  CHECK_THAT(failure->reason, Catch::Contains("statics"));
}

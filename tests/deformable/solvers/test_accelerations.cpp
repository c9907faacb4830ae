// Accelerations by identities: what they are without memory, on linear maps, and on scalars.
#include "deformable/referee/minimum.h"
#include "deformable/solvers/acceleration/anderson_history.h"
#include "deformable/solvers/acceleration/chebyshev_weights.h"
#include "deformable/solvers/acceleration/nesterov_momentum.h"
#include "deformable/solvers/anderson.h"
#include "deformable/solvers/barzilai_borwein.h"
#include "deformable/solvers/chebyshev.h"
#include "deformable/solvers/nesterov.h"
#include "deformable/solvers/nonlinear_conjugate_gradients.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;
using Catch::Matchers::Contains;
using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

// A symmetric matrix with eigenvalues from `low` to `high`.
MatrixXd matrix_with_eigenvalues(Index size, double low, double high) {
  return with_eigenvalues(VectorXd::LinSpaced(size, low, high), 1);
}

}  // namespace

TEST_CASE("Accelerations without memory are the plain map, which is Projective Dynamics for strain") {
  const IncrementalPotential<double> problem = anchored_beam();
  const Positions<double> expected = run(*registered_solver("pd"), problem, 12);
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-3);
  ChebyshevSettings chebyshev;
  chebyshev.rho = 0;
  AndersonSettings anderson;
  anderson.history = 0;
  Chebyshev<double> no_weights(chebyshev);
  Anderson<double> no_history(anderson);
  CHECK(distance(run(no_weights, problem, 12), expected) < 1e-12);
  CHECK(distance(run(no_history, problem, 12), expected) < 1e-12);
  Nesterov<double> nesterov(NesterovSettings{});
  CHECK(distance(run(nesterov, problem, 1), run(*registered_solver("pd"), problem, 1)) < 1e-12);
}

TEST_CASE("Anderson's method with all columns is GMRES on a linear map") {
  // Walker and Ni 2011, Theorem 2.2: after k calls the next vector is G(x), where x = GMRES's iterate k.
  const Index size = 10;
  const MatrixXd A = matrix_with_eigenvalues(size, -0.9, 0.95);
  const VectorXd b = VectorXd::LinSpaced(size, 1, 2), start = VectorXd::Constant(size, 0.3);
  const MatrixXd system = MatrixXd::Identity(size, size) - A;
  AndersonHistory<double> history(AndersonHistory<double>::largest_history);
  history.reset(size);
  VectorXd u = start, next(size);
  MatrixXd krylov(size, size);
  const VectorXd residual = b - system * start;
  for (Index k = 0; k < 6; ++k) {
    history.accelerate(u, A * u + b, next);
    VectorXd iterate = start;
    if (k > 0) {
      krylov.col(k - 1) = k == 1 ? residual : VectorXd(system * krylov.col(k - 2));
      const MatrixXd basis = krylov.leftCols(k);
      iterate += basis * least_squares(system * basis, residual);
    }
    CHECK((next - (A * iterate + b)).norm() < 1e-9 * next.norm());
    u = next;
  }
}

TEST_CASE("Chebyshev's weights give Chebyshev polynomials of the map's eigenvalue") {
  const double rho = 0.9, eigenvalue = GENERATE(-0.9, -0.3, 0.5, 0.88);
  ChebyshevWeights<double> weights(rho);
  double previous = 0, error = 1;  // of the scalar map e ← λ e
  for (int k = 1; k <= 12; ++k) {
    const double next = weights.next() * (eigenvalue * error - previous) + previous;
    previous = std::exchange(error, next);
    CHECK(
        error ==
        Approx(std::cos(k * std::acos(eigenvalue / rho)) / std::cosh(k * std::acosh(1 / rho))).margin(1e-12));
  }
}

TEST_CASE("The positive interval lengthens the map's step by 2/(2 - rho)") {
  const IncrementalPotential<double> problem = anchored_beam();
  ChebyshevSettings settings;
  settings.rho = 0.9;
  settings.interval = EigenvalueInterval::positive;
  settings.start = 2;
  Chebyshev<double> solver(settings);
  const Positions<double> before = run(solver, problem, 2);
  CHECK(distance(before, run(*registered_solver("pd"), problem, 2)) < 1e-12);
  CHECK_FALSE(solver.iterate().stop);  // its first weight is 1
  Positions<double> step(3, problem.vertex_count());
  problem.objective_and_gradient(before, step);
  SparseCholesky<double> S;
  REQUIRE(S.factorize(problem.stiffness_matrix()));
  S.solve_in_place(step);
  CHECK(distance(solver.positions(), before - 2 / 1.1 * step) < 1e-12);
}

TEST_CASE("Nesterov's factors are those of the sequence t, and a restart begins it anew") {
  NesterovMomentum<double> momentum;
  CHECK(momentum.next() == 0);
  const double t1 = (1 + std::sqrt(5)) / 2, t2 = (1 + std::sqrt(1 + 4 * t1 * t1)) / 2;
  CHECK(momentum.next() == Approx((t1 - 1) / t2).epsilon(1e-15));
  momentum.restart();
  CHECK(momentum.next() == 0);
}

TEST_CASE("Conjugate gradients in the metric of the exact Hessian reach a quadratic's minimum at once") {
  // Anchors alone are quadratic.
  IncrementalPotential<double> problem = anchored_beam();
  problem.potentials.erase(problem.potentials.begin());
  NonlinearConjugateGradientsSettings settings;
  settings.metric = DescentMetric::hessian;
  NonlinearConjugateGradients<double> solver(settings);
  Positions<double> gradient(3, problem.vertex_count());
  problem.objective_and_gradient(problem.inertial_positions, gradient);
  const double before = gradient.norm();
  problem.objective_and_gradient(run(solver, problem, 1), gradient);
  CHECK(gradient.norm() < 1e-10 * before);
}

TEST_CASE("On a quadratic all formulas of beta are linear conjugate gradients") {
  IncrementalPotential<double> problem = anchored_beam();
  problem.potentials.erase(problem.potentials.begin());
  NonlinearConjugateGradientsSettings settings;
  settings.metric = DescentMetric::mass;
  const Positions<double> expected = [&] {
    NonlinearConjugateGradients<double> solver(settings);
    return run(solver, problem, 3);
  }();
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-3);
  for (const ConjugateFormula formula :
       {ConjugateFormula::hager_zhang, ConjugateFormula::dai_yuan, ConjugateFormula::fletcher_reeves,
        ConjugateFormula::polak_ribiere, ConjugateFormula::hestenes_stiefel}) {
    settings.formula = formula;
    NonlinearConjugateGradients<double> solver(settings);
    CHECK(distance(run(solver, problem, 3), expected) < 1e-10);
  }
}

TEST_CASE("The curvature along a direction is that of the exact Hessian") {
  const IncrementalPotential<double> problem = anchored_beam(any_law());
  const Positions<double> q = jittered(problem.inertial_positions, 1e-3, 3);
  const Positions<double> d = jittered(Positions<double>::Zero(3, q.cols()), 1, 4);
  BlockMatrix<double> hessian = problem.hessian_pattern();
  problem.hessian(q, Definiteness::exact, hessian);
  const MatrixXd lower = hessian.matrix();
  const MatrixXd H = lower.selfadjointView<Eigen::Lower>();
  const double expected = d.reshaped().dot(H * d.reshaped());
  CHECK(problem.curvature(q, d) == Approx(expected).epsilon(1e-10));
}

TEST_CASE("All accelerations end in Newton's minimum, in every metric") {
  const IncrementalPotential<double> problem = anchored_beam();
  const double f = minimise(problem).objective;
  const DescentMetric metric = GENERATE(DescentMetric::diagonal, DescentMetric::blocks,
                                        DescentMetric::stiffness, DescentMetric::hessian);
  const auto check = [&](Solver<double>& solver, int iterations) {
    CHECK(problem.objective(run(solver, problem, iterations)) == Approx(f).epsilon(1e-9));
  };
  ChebyshevSettings chebyshev;
  AndersonSettings anderson;
  NesterovSettings nesterov;
  NonlinearConjugateGradientsSettings ncg;
  BarzilaiBorweinSettings lengths;
  chebyshev.metric = anderson.metric = nesterov.metric = ncg.metric = lengths.metric = metric;
  Chebyshev<double> a(chebyshev);
  Anderson<double> b(anderson);
  Nesterov<double> c(nesterov);
  NonlinearConjugateGradients<double> d(ncg);
  BarzilaiBorwein<double> e(lengths);
  check(a, 1000);
  check(b, 300);
  check(c, 1000);
  check(d, 300);
  check(e, 1000);
}

TEST_CASE("Nesterov's method converges in every metric without a scale from the user") {
  const IncrementalPotential<double> problem = anchored_beam();
  const double f = minimise(problem).objective, start = problem.objective(problem.inertial_positions);
  NesterovSettings settings;
  settings.metric = GENERATE(DescentMetric::identity, DescentMetric::mass, DescentMetric::diagonal);
  Nesterov<double> solver(settings);
  CHECK(problem.objective(run(solver, problem, 1000)) - f < 1e-2 * (start - f));
}

TEST_CASE("Barzilai and Borwein's lengths are those of the last step and change of the gradient") {
  const IncrementalPotential<double> problem = anchored_beam();
  BarzilaiBorweinSettings settings;
  settings.metric = DescentMetric::mass;
  settings.length = GENERATE(BarzilaiBorweinLength::longer, BarzilaiBorweinLength::shorter);
  BarzilaiBorwein<double> solver(settings);
  const Positions<double> first = run(solver, problem, 1);
  REQUIRE_FALSE(solver.iterate().stop);
  const Positions<double> second = solver.positions();
  Positions<double> g0(3, first.cols()), g1 = g0;
  problem.objective_and_gradient(problem.inertial_positions, g0);
  problem.objective_and_gradient(first, g1);
  const VectorXd P = problem.inertia_weights();
  const Positions<double> s = first - problem.inertial_positions, y = g1 - g0;
  const Positions<double> Ps = s * P.asDiagonal(), Py = y * P.cwiseInverse().asDiagonal();
  const double length = settings.length == BarzilaiBorweinLength::longer
                            ? s.cwiseProduct(Ps).sum() / s.cwiseProduct(y).sum()
                            : s.cwiseProduct(y).sum() / y.cwiseProduct(Py).sum();
  const Positions<double> expected = first - length * g1 * P.cwiseInverse().asDiagonal();
  CHECK(distance(second, expected) < 1e-12);
}

TEST_CASE("With a window of one iterate, barzilai_borwein never raises the objective") {
  const IncrementalPotential<double> problem = anchored_beam();
  const auto rises = [&](int window) {
    BarzilaiBorweinSettings settings;
    settings.metric = DescentMetric::mass;
    settings.length = BarzilaiBorweinLength::longer;
    settings.window = window;
    BarzilaiBorwein<double> solver(settings);
    REQUIRE_FALSE(solver.begin_step(problem));
    int count = 0;
    double objective = problem.objective(solver.positions());
    for (int i = 0; i < 60 && !solver.iterate().stop; ++i) {
      const double next = problem.objective(solver.positions());
      count += next > objective;
      objective = next;
    }
    return count;
  };
  CHECK(rises(1) == 0);
  CHECK(rises(10) > 0);
}

TEST_CASE("Where Anderson's guard shortens the step, the iterations of its linear solver are reported, too") {
  const IncrementalPotential<double> problem = anchored_beam();
  AndersonSettings settings;
  settings.linear_solver.method = LinearMethod::conjugate_gradients;
  settings.scale = 0.1;  // the map's steps are too long, and raise f
  Anderson<double> solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  int shortened = 0;
  for (int iteration = 0; iteration < 5; ++iteration) {
    const Diagnostics diagnostics = solver.iterate().diagnostics;
    shortened += diagnostics["step_length"].has_value();
    CHECK(diagnostics["linear_iterations"].value_or(0) > 0);
  }
  CHECK(shortened > 0);
}

TEST_CASE("A map that is no contraction ends a run of chebyshev with a reason") {
  ChebyshevSettings settings;
  settings.scale = 0.3;
  Chebyshev<double> solver(settings);
  const IncrementalPotential<double> problem = anchored_beam();
  REQUIRE_FALSE(solver.begin_step(problem));
  std::optional<Failure> stop;
  for (int i = 0; i < 20 && !stop; ++i) stop = solver.iterate().stop;
  REQUIRE(stop);
  CHECK(stop->status == Status::diverged);
  CHECK_THAT(stop->reason, Contains("no contraction") && Contains("solvers.chebyshev.scale"));
}

// Tests the settings that all solvers with a line search share, the settings of Newton's Hessian and start,
// and those of L-BFGS's S.
#include "deformable/energy/laws.h"
#include "deformable/problem/linear_implicit_euler.h"
#include "deformable/referee/minimum.h"
#include "deformable/solvers/bfgs.h"
#include "deformable/solvers/formula.h"
#include "deformable/solvers/gradient_descent.h"
#include "deformable/solvers/line_search/search_along.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

IncrementalPotential<double> soft_beam(const std::string& law = "stable_neo_hookean") {
  BeamSettings settings;
  settings.law = law;
  settings.stiffness = 1e5;
  settings.anchored = true;
  return twisted_beam(settings);
}

// Calls use(settings, solver type) for each solver with a line search.
template <class Use>
void for_each_descent(const Use& use) {
  use(NewtonSettings(), std::type_identity<Newton<double>>());
  use(QuasiNewtonSettings(), std::type_identity<QuasiNewton<double>>());
  use(BfgsSettings(), std::type_identity<Bfgs<double>>());
  GradientDescentSettings descent;
  descent.metric = DescentMetric::stiffness;
  use(descent, std::type_identity<GradientDescent<double>>());
}

}  // namespace

TEST_CASE(
    "Every solver that searches stops as converged where the gradient is small enough, and not before") {
  const IncrementalPotential<double> problem = soft_beam();
  const double tolerance = 1e-3 * gradient_norm(problem, problem.inertial_positions);
  for_each_descent([&]<class S>(auto settings, std::type_identity<S>) {
    INFO(S::name);
    settings.gradient_tolerance = tolerance;
    S solver(settings);
    REQUIRE_FALSE(solver.begin_step(problem));
    int iterations = 0;
    for (std::optional<Failure> stop; !stop && iterations < 1000; ++iterations) {
      const double norm = gradient_norm(problem, solver.positions());
      stop = solver.iterate().stop;
      REQUIRE(stop.has_value() == (norm <= tolerance));
      if (stop) REQUIRE(stop == Status::converged);
    }
    CHECK(iterations > 2);
    CHECK(iterations < 1000);
  });
}

TEST_CASE("Every solver that searches has the searches of its settings, with their constants") {
  const IncrementalPotential<double> problem = soft_beam();
  for_each_descent([&]<class S>(auto settings, std::type_identity<S>) {
    INFO(S::name);
    const auto first = [&](double c1, double beta) {
      settings.line_search = LineSearch::backtracking;
      settings.c1 = c1;
      settings.beta = beta;
      S solver(settings);
      REQUIRE_FALSE(solver.begin_step(problem));
      IterationReport report;
      // With c₁ near 1 only very short steps decrease f enough.
      report = solver.iterate();
      REQUIRE_FALSE(report.stop);
      return std::pair(*report.diagnostics["step_length"], *report.diagnostics["evaluations"]);
    };
    const auto [length, evaluations] = first(0.999, 0.1);
    REQUIRE(evaluations > 1);
    CHECK(length == Approx(std::pow(0.1, evaluations - 1)));
    CHECK(first(1e-4, 0.1).second < evaluations);
    CHECK(first(0.999, 0.9).second > evaluations);

    settings = {};
    settings.line_search = LineSearch::strong_wolfe;
    settings.c1 = 1e-4;
    settings.c2 = 1e-3;
    S solver(settings);
    REQUIRE_FALSE(solver.begin_step(problem));
    for (int iteration = 0; iteration < 5; ++iteration) {
      const Positions<double> q = solver.positions();
      Positions<double> before(3, q.cols()), after = before;
      problem.objective_and_gradient(q, before);
      if (solver.iterate().stop) break;
      problem.objective_and_gradient(solver.positions(), after);
      const Positions<double> step = solver.positions() - q;
      CHECK(std::abs(after.cwiseProduct(step).sum()) <= 1.001e-3 * std::abs(before.cwiseProduct(step).sum()));
    }
  });
}

TEST_CASE("Every solver that searches keeps held vertices in place, and moves the others to the minimum") {
  IncrementalPotential<double> problem = soft_beam("strain");
  problem.potentials.pop_back();  // held instead of anchored
  const std::vector<int> ends = end_vertices(*problem.mesh);
  const Positions<double> targets = twisted(*problem.mesh, 95)(Eigen::all, ends);
  problem.hold(ends, targets);
  const Minimum minimum = minimise(problem);
  REQUIRE(distance(minimum.positions, problem.inertial_positions) > 1e-3);
  for_each_descent([&]<class S>(auto settings, std::type_identity<S>) {
    INFO(S::name);
    S solver(settings);
    const Positions<double> q = run(solver, problem, 1000);
    CHECK(q(Eigen::all, ends) == targets);
    CHECK(distance(q, minimum.positions) < 1e-6);
  });
}

TEST_CASE("Newton ends in the same minimum with each Hessian that is definite, and with each search") {
  const IncrementalPotential<double> problem = soft_beam(any_law());
  const Minimum minimum = minimise(problem);
  for (const NewtonHessian hessian :
       {NewtonHessian::clamped, NewtonHessian::exact_if_spd, NewtonHessian::absolute}) {
    for (const LineSearch line_search : {LineSearch::backtracking, LineSearch::strong_wolfe}) {
      NewtonSettings settings;
      settings.hessian = hessian;
      settings.line_search = line_search;
      Newton<double> newton(settings);
      CHECK(distance(run(newton, problem, 300), minimum.positions) < 1e-6);
    }
  }
}

TEST_CASE(
    "Newton's first iteration from q_n, with the exact Hessian and without a search, is linearly implicit "
    "Euler") {
  IncrementalPotential<double> problem = soft_beam(any_law());
  problem.inertial_positions = jittered(problem.previous_positions, 1e-3, 1);
  problem.formula = StepFormula::linear_implicit_euler;
  problem.start = StepStart::previous;
  Formula<double> formula({});
  NewtonSettings settings;
  settings.hessian = NewtonHessian::exact;
  settings.line_search = LineSearch::none;
  Newton<double> newton(settings);
  REQUIRE_FALSE(newton.begin_step(problem));
  CHECK(newton.positions() == problem.previous_positions);
  const Positions<double> expected = run(formula, problem, 1);
  REQUIRE(distance(expected, problem.previous_positions) > 1e-3);
  CHECK(distance(run(newton, problem, 1), expected) < 1e-12);
}

TEST_CASE("An indefinite exact Hessian is used, or replaced by the clamped one, as the settings say") {
  BeamSettings twisted;
  twisted.law = "stable_neo_hookean";
  twisted.stiffness = 1e8;
  twisted.time_step = 1;
  IncrementalPotential<double> problem = twisted_beam(twisted);
  problem.inertial_positions = jittered(problem.inertial_positions, 0.03, 1);
  BlockMatrix<double> hessian = problem.hessian_pattern();
  problem.hessian(problem.inertial_positions, Definiteness::exact, hessian);
  Multifrontal<double> system;
  system.analyze(hessian.matrix(), 3);
  Positions<double> direction(3, problem.vertex_count());
  problem.objective_and_gradient(problem.inertial_positions, direction);
  const Positions<double> gradient = direction;
  REQUIRE_FALSE(system.solve_once(hessian.matrix(), direction.reshaped()));

  NewtonSettings settings;
  settings.line_search = LineSearch::none;
  const auto first_step = [&](NewtonHessian kind) {
    settings.hessian = kind;
    Newton<double> newton(settings);
    const Positions<double> positions = run(newton, problem, 1);
    return Positions<double>(positions - problem.inertial_positions);
  };
  CHECK(first_step(NewtonHessian::exact_if_spd) == first_step(NewtonHessian::clamped));
  CHECK(first_step(NewtonHessian::absolute) != first_step(NewtonHessian::clamped));
  settings.hessian = NewtonHessian::exact;
  Newton<double> newton(settings);
  REQUIRE_FALSE(newton.begin_step(problem));
  const std::optional<Failure> stop = newton.iterate().stop;
  const SparseMatrix<double> whole = hessian.matrix().selfadjointView<Eigen::Lower>();
  const Eigen::MatrixXd dense = whole;
  const VectorX<double> expected = -solved(dense, gradient.reshaped());
  if (gradient.reshaped().dot(expected) > 0) {
    CHECK(stop == Status::stalled);  // the direction leads upwards
  } else {
    REQUIRE_FALSE(stop);
    const VectorX<double> step = (newton.positions() - problem.inertial_positions).reshaped();
    CHECK((step - expected).norm() < 1e-6 * expected.norm());
  }
}

TEST_CASE("L-BFGS's S without the anchors equals S of the problem without them") {
  const IncrementalPotential<double> problem = soft_beam("strain");
  QuasiNewtonSettings settings;
  settings.history = 0;
  settings.line_search = LineSearch::none;
  settings.matrix_terms = MatrixTerms::material;
  QuasiNewton<double> qn(settings);
  Positions<double> expected(3, problem.vertex_count());
  problem.objective_and_gradient(problem.inertial_positions, expected);
  IncrementalPotential<double> without = problem;
  without.potentials.pop_back();
  const Eigen::MatrixXd S = without.stiffness_matrix();
  expected = problem.inertial_positions - solved(S, expected.transpose()).transpose();
  REQUIRE(distance(expected, problem.inertial_positions) > 1e-3);
  CHECK(distance(run(qn, problem, 1), expected) < 1e-9 * (expected - problem.inertial_positions).norm());
}

TEST_CASE("The quadratic that replaces a law has the stiffness of the interval of stretches") {
  const double mu = 1.3, lambda = 4.7;
  const ElasticParameters parameters{mu * (3 * lambda + 2 * mu) / (lambda + mu),
                                     lambda / (2 * (lambda + mu))};
  struct Case {
    StretchInterval interval;
    double neo_hookean, st_venant_kirchhoff;
  };
  // Computed by an independent program.
  const auto [interval, nh, stvk] = GENERATE(Case{{0.5, 1.5}, 9.2001, 7.8475}, Case{{0.9, 1.1}, 7.360, 7.322},
                                             Case{{0.2, 2}, 12.042, 12.430}, Case{{0.1, 3}, 6.555, 29.913});
  CHECK(stiffness_over<double>(interval, NeoHookean<double>(parameters)) == Approx(nh).epsilon(1e-4));
  CHECK(stiffness_over<double>(interval, StVenantKirchhoff<double>(parameters)) ==
        Approx(stvk).epsilon(1e-4));
  CHECK(stiffness_over<double>(interval, StableNeoHookean<double>({parameters})) ==
        Approx(mu + lambda).epsilon(1e-12));

  const auto mesh = beam_mesh({2, 1, 1}, CellSplit::five);
  const auto potential = material("neo_hookean", 1e5)->potential(mesh);
  CHECK(stiffnesses_over({0.5, 1.5}, *potential) == potential->stiffnesses());
  // For an interval close to that of the closed form, the integral gives nearly the same number.
  const VectorX<double> near = stiffnesses_over({0.5, 1.5 + 1e-12}, *potential);
  CHECK((near - potential->stiffnesses()).norm() < 1e-9 * near.norm());
  const auto anchors = anchor_potential(std::vector<int>{0}, Positions<double>::Zero(3, 1), 3.0);
  CHECK(stiffnesses_over({0.2, 2}, *anchors) == anchors->stiffnesses());
}

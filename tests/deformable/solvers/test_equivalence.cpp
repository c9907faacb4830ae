// Tests that solvers that are the same in exact arithmetic have the same iterates.
#include <type_traits>

#include "deformable/solvers/gradient_descent.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("PD is the quasi-Newton method with S, unit steps and no history") {
  // The thesis's case h = 1e-2 s, k = 1e8 Pa, and its worst case, h = 1e-1 s, k = 1e9 Pa.
  const auto [time_step, stiffness] = GENERATE(std::pair(1e-2, 1e8), std::pair(1e-1, 1e9));
  const GlobalStep global_step = GENERATE(GlobalStep::positions, GlobalStep::increment);
  const bool anchored = GENERATE(false, true);
  BeamSettings settings;
  settings.time_step = time_step;
  settings.stiffness = stiffness;
  settings.anchored = anchored;
  const IncrementalPotential<double> problem = twisted_beam(settings);

  const Eigen::MatrixXd S = problem.stiffness_matrix();
  const VectorX<double> values = eigenvalues(S);
  const double condition = values[values.size() - 1] / values[0];
  // The relative error of positions after each solve is at most about cond(S) · 2⁻⁵³; measured: below a tenth
  // of this bound.
  const double tolerance = 1e-14 * condition * problem.inertial_positions.cwiseAbs().maxCoeff();

  ProjectiveDynamics<double> pd = projective_dynamics(global_step);
  REQUIRE_FALSE(pd.begin_step(problem));
  Positions<double> positions = problem.inertial_positions;
  Positions<double> gradient(3, positions.cols());
  double largest = 0;
  for (int iteration = 0; iteration < 100; ++iteration) {
    problem.objective_and_gradient(positions, gradient);
    const Positions<double> step = solved(S, gradient.transpose()).transpose();
    if (iteration == 0) REQUIRE(step.norm() > 1e-2);
    positions -= step;
    pd.iterate();
    largest = std::max(largest, distance(pd.positions(), positions));
  }
  INFO("cond(S) = " << condition << ", largest difference " << largest);
  CHECK(largest < tolerance);
}

TEST_CASE("ADMM with the weight sqrt(k V) begins like PD, then differs, and has the same limit") {
  BeamSettings settings;
  settings.split = CellSplit::six;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  ProjectiveDynamics<double> pd = projective_dynamics();
  Admm<double> admm_solver = admm(1);
  REQUIRE(distance(run(pd, problem, 1), problem.inertial_positions) > 1e-3);
  // The error of one solve with a matrix of condition 1e3.
  CHECK(distance(run(pd, problem, 1), run(admm_solver, problem, 1)) < 1e-13);
  // The manifold of rotations is curved: from the second iteration on, the methods differ.
  CHECK(distance(run(pd, problem, 2), run(admm_solver, problem, 2)) > 1e-5);
  CHECK(distance(run(pd, problem, 1500), run(admm_solver, problem, 1500)) < 1e-8);  // measured 1.5e-9
}

TEST_CASE("XPBD without compliance is PBD, bit for bit") {
  BeamSettings settings;
  settings.anchored = GENERATE(false, true);
  const IncrementalPotential<double> ordinary = twisted_beam(settings);
  settings.stiffness = 1e300;  // α̃ = 1/(h² k V) is negligible compared with Σ w ‖∇C‖²
  const IncrementalPotential<double> rigid = twisted_beam(settings);
  const auto pbd = registered_solver("pbd"), xpbd = registered_solver("xpbd");
  REQUIRE_FALSE(pbd->begin_step(rigid));
  REQUIRE_FALSE(xpbd->begin_step(rigid));
  for (int iteration = 0; iteration < 20; ++iteration) {
    pbd->iterate();
    xpbd->iterate();
    REQUIRE(pbd->positions().allFinite());
    REQUIRE(pbd->positions() == xpbd->positions());
  }
  REQUIRE(distance(pbd->positions(), rigid.inertial_positions) > 1e-3);
  CHECK(run(*pbd, ordinary, 20) == run(*pbd, rigid, 20));  // PBD ignores stiffness
  CHECK(distance(run(*xpbd, ordinary, 20), run(*xpbd, rigid, 20)) > 1e-6);
}

TEST_CASE("A solver turns and moves with the problem") {
  // The bound is for rounding errors of linear solves and sweeps at positions of about 10 m. The material is
  // soft, because XPBD's two Neo-Hookean constraints are chaotic from k h² = 1e3 N/m on: there an error of
  // 1e-15 m becomes 1e-3 m within five sweeps.
  BeamSettings settings;
  settings.law = any_law();
  settings.stiffness = 1e5;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const Matrix3<double> rotation = Random(11).rotation();
  const Vector3<double> shift(3, -2, 5);
  IncrementalPotential<double> moved = problem;
  moved.inertial_positions = (rotation * problem.inertial_positions).colwise() + shift;
  moved.previous_positions = moved.inertial_positions;
  for (const SolverEntry& entry : solvers()) {
    if (!takes(entry, problem.potentials) || !entry.traits.is_stable)
      continue;  // test_xpbd_global.cpp does this
    INFO(entry.name);
    const auto solver = registered_solver(entry.name);
    const Positions<double> positions = run(*solver, problem, 5);
    REQUIRE(distance(positions, problem.inertial_positions) > 1e-3);
    const Positions<double> expected = (rotation * positions).colwise() + shift;
    CHECK(distance(run(*solver, moved, 5), expected) < 1e-11);
  }
}

TEST_CASE("The linear solver changes a solver's iterates by rounding only") {
  const IncrementalPotential<double> problem = twisted_beam({});
  const auto compare = [&]<class S, class Settings>(std::type_identity<S>, Settings settings) {
    S supernodal(settings);
    settings.linear_solver.method = LinearMethod::simplicial;
    S simplicial(settings);
    const Positions<double> positions = run(supernodal, problem, 10);
    REQUIRE(distance(positions, problem.inertial_positions) > 1e-3);
    CHECK(distance(positions, run(simplicial, problem, 10)) < 1e-11);
    for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::diagonal}) {
      settings.linear_solver.method = LinearMethod::conjugate_gradients;
      settings.linear_solver.preconditioner = preconditioner;
      settings.linear_solver.limits.tolerance = 1e-14;
      S iterative(settings);
      CHECK(distance(positions, run(iterative, problem, 10)) < 1e-11);
      CHECK(iterative.elimination_order().empty());
    }
    S iterative(settings);
    IncrementalPotential<double> indefinite = problem;
    indefinite.masses.setConstant(-1e6);
    for (S* solver : {&supernodal, &simplicial, &iterative}) {
      const std::optional<Failure> failure = solver->begin_step(indefinite);
      REQUIRE(failure);
      CHECK_THAT(failure->reason, Catch::Contains("not positive definite"));
    }
  };
  compare(std::type_identity<ProjectiveDynamics<double>>(), ProjectiveDynamicsSettings());
  compare(std::type_identity<Admm<double>>(), AdmmSettings());
  compare(std::type_identity<QuasiNewton<double>>(), QuasiNewtonSettings());
}

TEST_CASE("Conjugate gradients that do not reach their tolerance end the run with a sentence") {
  IncrementalPotential<double> problem = twisted_beam({});
  if (GENERATE(false, true)) problem.hold({0, 1, 2}, problem.inertial_positions.leftCols(3));
  const auto end = [&]<class S, class Settings>(std::type_identity<S>, Settings settings) {
    settings.linear_solver.method = LinearMethod::conjugate_gradients;
    S enough(settings);
    REQUIRE_FALSE(enough.begin_step(problem));
    const IterationReport report = enough.iterate();
    CHECK_FALSE(report.stop);
    const double needed = report.diagnostics["linear_iterations"].value();
    CHECK(needed > 5);
    settings.linear_solver.limits.iterations = static_cast<int>(needed) - 1;
    S short_of_one(settings);
    REQUIRE_FALSE(short_of_one.begin_step(problem));
    const std::optional<Failure> failure = short_of_one.iterate().stop;
    REQUIRE(failure);
    CHECK(failure->status == Status::not_solved);
    CHECK_THAT(failure->reason, Catch::Contains("linear_tolerance is 1e-10: raise linear_iterations"));
  };
  end(std::type_identity<ProjectiveDynamics<double>>(), ProjectiveDynamicsSettings());
  end(std::type_identity<Admm<double>>(), AdmmSettings());
  end(std::type_identity<QuasiNewton<double>>(), QuasiNewtonSettings());
  GradientDescentSettings descent;
  descent.metric = DescentMetric::stiffness;
  end(std::type_identity<GradientDescent<double>>(), descent);
}

TEST_CASE(
    "With conjugate gradients held vertices stay at their targets, and the others go as with a factor") {
  IncrementalPotential<double> problem = twisted_beam({});
  problem.hold({0, 1, 2}, problem.inertial_positions.leftCols(3));
  ProjectiveDynamicsSettings settings;
  ProjectiveDynamics<double> factorised(settings);
  settings.linear_solver.method = LinearMethod::conjugate_gradients;
  settings.linear_solver.limits.tolerance = 1e-14;
  ProjectiveDynamics<double> iterative(settings);
  const Positions<double> q = run(iterative, problem, 10);
  CHECK(q.leftCols(3) == problem.inertial_positions.leftCols(3));
  CHECK(distance(q, run(factorised, problem, 10)) < 1e-11);
}

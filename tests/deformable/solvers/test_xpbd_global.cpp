// Tests XPBD's whole system against dense ones, and the consequences of its two residuals.
#include <Eigen/LU>
#include <numbers>

#include "deformable/referee/minimum.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense_constraints.h"
#include "tests/support/solving.h"
#include "tests/support/spring_chain.h"

using namespace simbench;
using namespace simbench::test;

namespace {

IncrementalPotential<double> tiny_beam(const std::string& law) {
  BeamSettings settings;
  settings.cells = {3, 1, 1};
  settings.law = law;
  settings.stiffness = 1e5;
  settings.twist_degrees = 30;
  settings.anchored = true;
  return twisted_beam(settings);
}

// The constraints of all potentials as dense matrices, with a scale s: C → s C with α → s² α is the same
// problem.
struct DenseConstraints {
  VectorX<double> C, compliance;
  Eigen::MatrixXd J;
};
DenseConstraints dense_constraints(const IncrementalPotential<double>& problem,
                                   const XpbdGlobalSettings& settings, const Positions<double>& q, double s) {
  DenseConstraints all;
  all.J.resize(0, q.size());
  for (const auto& potential : problem.potentials) {
    const auto system = constraint_system(*potential, settings.constraint, settings.form);
    Reduced<double> C(system->stiffnesses().rows(), system->stiffnesses().cols());
    system->values(q, C);
    const Index first = all.C.size();
    all.C.conservativeResize(first + C.size());
    all.compliance.conservativeResize(first + C.size());
    all.J.conservativeResize(first + C.size(), Eigen::NoChange);
    all.C.tail(C.size()) = s * C.reshaped();
    all.compliance.tail(C.size()) = s * s * system->stiffnesses().reshaped().cwiseInverse();
    all.J.bottomRows(C.size()) = s * dense_jacobian(*system, q);
  }
  return all;
}

VectorX<double> masses_of_coordinates(const IncrementalPotential<double>& problem) {
  return problem.masses.transpose().replicate(3, 1).reshaped();
}

// A step of Eq. 3.48, [M −Jᵀ; J α̃] [Δq; Δλ] = −[g; C + α̃ λ], in which XPBD replaces g by 0.
void kkt_step(const IncrementalPotential<double>& problem, const DenseConstraints& constraints, bool keep_g,
              Positions<double>& q, VectorX<double>& multipliers) {
  const double square = problem.time_step * problem.time_step;
  const Index n = q.size(), m = constraints.C.size();
  const VectorX<double> masses = masses_of_coordinates(problem);
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n + m, n + m);
  K.topLeftCorner(n, n) = masses.asDiagonal();
  K.topRightCorner(n, m) = -constraints.J.transpose();
  K.bottomLeftCorner(m, n) = constraints.J;
  K.bottomRightCorner(m, m) = (constraints.compliance / square).asDiagonal();
  VectorX<double> right_hand_side = VectorX<double>::Zero(n + m);
  if (keep_g) {
    right_hand_side.head(n) = constraints.J.transpose() * multipliers -
                              masses.cwiseProduct((q - problem.inertial_positions).reshaped());
  }
  right_hand_side.tail(m) = -constraints.C - constraints.compliance.cwiseProduct(multipliers) / square;
  const VectorX<double> change = Eigen::PartialPivLU<Eigen::MatrixXd>(K).solve(right_hand_side);
  q.reshaped() += change.head(n);
  multipliers += change.tail(m);
}

}  // namespace

TEST_CASE("Full steps equal those of the dense KKT system, also for scaled constraints") {
  XpbdGlobalSettings settings;
  const std::string law = any_law();
  settings.form = GENERATE(ConstraintForm::split, ConstraintForm::combined);
  settings.constraint = GENERATE(ConstraintRows::scalar, ConstraintRows::vector);
  settings.keep_g = GENERATE(false, true);
  const double s = GENERATE(1.0, std::numbers::pi);
  const IncrementalPotential<double> problem = tiny_beam(law);
  if (XpbdGlobal<double>::declines(problem.potentials, settings)) return;
  XpbdGlobal<double> solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  VectorX<double> multipliers;
  for (int iteration = 0; iteration < 3; ++iteration) {
    Positions<double> q = solver.positions();
    const DenseConstraints constraints = dense_constraints(problem, settings, q, s);
    multipliers.conservativeResizeLike(VectorX<double>::Zero(constraints.C.size()));
    kkt_step(problem, constraints, settings.keep_g, q, multipliers);
    const double length = (q - solver.positions()).norm();
    IterationReport report = solver.iterate();
    REQUIRE_FALSE(report.stop);
    CHECK(report.diagnostics["step_length"] == 1.0);
    // The last steps are differences of rounded numbers.
    CHECK((solver.positions() - q).norm() < 1e-11 * length + 1e-15);
    solver.complete(report);
    const DenseConstraints now = dense_constraints(problem, settings, q, s);
    const VectorX<double> g =
        masses_of_coordinates(problem).cwiseProduct((q - problem.inertial_positions).reshaped()) -
        now.J.transpose() * multipliers;
    CHECK(report.diagnostics["gradient_residual"].value() ==
          Approx(g.norm() / (problem.time_step * problem.time_step)).epsilon(1e-6));
  }
}

TEST_CASE("Linear constraints: the first iteration ends in the minimum, and g is zero") {
  IncrementalPotential<double> problem = tiny_beam("strain");
  problem.potentials.erase(
      problem.potentials.begin());  // only anchors remain, whose vector constraint is linear
  XpbdGlobalSettings settings;
  settings.constraint = ConstraintRows::vector;
  XpbdGlobal<double> solver(settings);
  REQUIRE_FALSE(solver.begin_step(problem));
  const double start = gradient_norm(problem, problem.inertial_positions);
  for (int iteration = 0; iteration < 3; ++iteration) {
    IterationReport report = solver.iterate();
    solver.complete(report);
    CHECK(report.diagnostics["gradient_residual"] < 1e-12 * start);
    CHECK(gradient_norm(problem, solver.positions()) < 1e-12 * start);
  }
}

TEST_CASE("If r = 0, the gradient of the objective is g/h², and with keep_g the limit is the minimum") {
  const IncrementalPotential<double> problem = tiny_beam("strain");
  const Minimum minimum = minimise(problem);
  XpbdGlobalSettings settings;
  settings.constraint = ConstraintRows::vector;
  XpbdGlobal<double> dropped(settings);
  REQUIRE_FALSE(dropped.begin_step(problem));
  IterationReport report;
  for (int iteration = 0; iteration < 30; ++iteration) report = dropped.iterate();
  dropped.complete(report);
  const double gradient = gradient_norm(problem, dropped.positions());
  CHECK(report.diagnostics["multiplier_residual"] < 1e-12);
  CHECK(report.diagnostics["gradient_residual"].value() == Approx(gradient).epsilon(1e-9));
  CHECK(distance(dropped.positions(), minimum.positions) > 1e-6);

  settings.keep_g = true;
  for (const StepRule rule :
       {StepRule::full, StepRule::line_search_on_residual, StepRule::line_search_on_objective}) {
    settings.step_rule = rule;
    XpbdGlobal<double> kept(settings);
    CHECK(distance(run(kept, problem, 200), minimum.positions) < 1e-8);
  }
}

TEST_CASE("A line search never raises its merit, and a fixed step length is a share of the full step") {
  const std::string law = any_law();
  const IncrementalPotential<double> problem = tiny_beam(law);
  const auto residual = [](const XpbdGlobal<double>& solver) {
    IterationReport report;
    solver.complete(report);
    return report.diagnostics["multiplier_residual"].value();
  };
  XpbdGlobalSettings settings;
  settings.step_rule = StepRule::line_search_on_residual;
  XpbdGlobal<double> on_residual(settings);
  settings.step_rule = StepRule::line_search_on_objective;
  XpbdGlobal<double> on_objective(settings);
  REQUIRE_FALSE(on_residual.begin_step(problem));
  REQUIRE_FALSE(on_objective.begin_step(problem));
  double last_residual = residual(on_residual),
         last_objective = problem.objective(problem.inertial_positions);
  const double first_residual = last_residual, first_objective = last_objective;
  for (int iteration = 0; iteration < 20; ++iteration) {
    const IterationReport report = on_residual.iterate();
    if (!report.stop) {
      CHECK(report.diagnostics["evaluations"] >= 1);
      CHECK(residual(on_residual) < last_residual);
    } else {
      CHECK(residual(on_residual) == last_residual);  // nothing has moved
    }
    last_residual = residual(on_residual);
    if (!on_objective.iterate().stop) CHECK(problem.objective(on_objective.positions()) < last_objective);
    last_objective = problem.objective(on_objective.positions());
  }
  CHECK(last_residual < first_residual);
  CHECK(last_objective < first_objective);

  XpbdGlobal<double> whole(XpbdGlobalSettings{});
  settings.step_length = 0.25;
  XpbdGlobal<double> quarter(settings);
  const Positions<double> expected = 0.75 * problem.inertial_positions + 0.25 * run(whole, problem, 1);
  CHECK(distance(run(quarter, problem, 1), expected) < 1e-15);
}

TEST_CASE(
    "With stiffer springs the first iteration tends to the one of hard constraints, linearly in the "
    "compliance") {
  const auto chain = [](double stiffness) {
    IncrementalPotential<double> problem = spring_chain(Random(1).positive_vector(6), stiffness, 0.1);
    problem.inertial_positions = jittered(problem.inertial_positions, 0.2, 2);
    return problem;
  };
  const IncrementalPotential<double> any = chain(1);
  DenseConstraints hard = dense_constraints(any, {}, any.inertial_positions, 1);
  hard.compliance.setZero();
  Positions<double> expected = any.inertial_positions;
  VectorX<double> multipliers = VectorX<double>::Zero(hard.C.size());
  kkt_step(any, hard, false, expected, multipliers);
  REQUIRE(distance(expected, any.inertial_positions) > 1e-2);
  double last = 0;
  for (const double stiffness : {1e5, 1e6, 1e7}) {
    const IncrementalPotential<double> problem = chain(stiffness);
    XpbdGlobal<double> solver(XpbdGlobalSettings{});
    const double off = distance(run(solver, problem, 1), expected);
    if (last > 0) CHECK(off == Approx(last / 10).epsilon(1e-2));
    last = off;
  }
}

TEST_CASE("The iterates of a turned and moved problem are turned and moved alike") {
  IncrementalPotential<double> problem = tiny_beam("strain");
  problem.potentials.pop_back();  // the anchors would have to move, too
  const Matrix3<double> rotation = Random(11).rotation();
  const Vector3<double> shift(3, -2, 5);
  IncrementalPotential<double> moved = problem;
  moved.inertial_positions = (rotation * problem.inertial_positions).colwise() + shift;
  XpbdGlobalSettings settings;
  settings.constraint = GENERATE(ConstraintRows::scalar, ConstraintRows::vector);
  // Near F = R, where full steps end, the scalar constraint's gradient changes its direction abruptly: the
  // second step is already chaotic.
  const int iterations = settings.constraint == ConstraintRows::scalar ? 1 : 5;
  XpbdGlobal<double> solver(settings);
  const Positions<double> expected = (rotation * run(solver, problem, iterations)).colwise() + shift;
  REQUIRE(distance(expected, moved.inertial_positions) > 1e-3);
  CHECK(distance(run(solver, moved, iterations), expected) < 1e-11);
}

TEST_CASE(
    "The vector constraint is declined for a law without one, and single precision only adds "
    "rounding") {
  XpbdGlobalSettings settings;
  settings.constraint = ConstraintRows::vector;
  for (const std::string_view law : material_names()) {
    const IncrementalPotential<double> problem = tiny_beam(std::string(law));
    const Declines declined = XpbdGlobal<double>::declines(problem.potentials, settings);
    CHECK(declined.has_value() == (law != "strain"));
    if (declined) CHECK_THAT(*declined, Catch::Contains(std::string(law)));
  }
  const IncrementalPotential<double> problem = tiny_beam("strain");
  const auto positions = [&](Precision precision) {
    return run(*find_solver("xpbd_global")->make(settings, precision), problem, 5);
  };
  const double difference =
      distance(positions(Precision::double_precision), positions(Precision::single_precision));
  CHECK(difference > 0);
  CHECK(difference < 1e-5);
}

TEST_CASE("Held vertices stay at their targets, and with keep_g the others end in the minimum") {
  IncrementalPotential<double> problem = tiny_beam("strain");
  problem.potentials.pop_back();  // held instead of anchored
  const std::vector<int> ends = end_vertices(*problem.mesh);
  const Positions<double> targets = twisted(*problem.mesh, 35)(Eigen::all, ends);
  problem.hold(ends, targets);
  const Minimum minimum = minimise(problem);
  XpbdGlobalSettings settings;
  settings.constraint = ConstraintRows::vector;
  settings.keep_g = GENERATE(false, true);
  settings.step_rule = GENERATE(StepRule::full, StepRule::line_search_on_residual);
  XpbdGlobal<double> solver(settings);
  const Positions<double> q = run(solver, problem, 100);
  CHECK(q(Eigen::all, ends) == targets);
  REQUIRE(distance(q, problem.inertial_positions) > 1e-3);
  CHECK((distance(q, minimum.positions) < 1e-8) == settings.keep_g);
  IterationReport report;
  solver.complete(report);
  if (!settings.keep_g)  // where r = 0, g is the gradient of the free vertices, too
    CHECK(report.diagnostics["gradient_residual"].value() == Approx(gradient_norm(problem, q)).epsilon(1e-6));
}

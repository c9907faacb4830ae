// Gauss–Seidel over one-sided constraints: where they are linear, XPBD is exact, so its limit is the minimum.
#include <algorithm>
#include <catch2/catch.hpp>
#include <tuple>

#include "deformable/solvers/kernels/one_sided_sweep.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr double time_step = 0.1;

// Constraints that do not change with the positions. A list leaves out each one that is far from violated, as
// a search for pairs does.
struct LinearConstraints final : Term<double> {
  std::vector<OneSidedConstraint<double>> all;

  static double violation(const OneSidedConstraint<double>& own, const Positions<double>& q) {
    double C = -own.bound;
    for (int i = 0; i < 4; ++i) C += own.weights[i] * own.normal.dot(q.col(own.vertices[i]));
    return C;
  }
  std::string_view name() const override { return "linear_constraints"; }
  double value(const Positions<double>&) const override { return 0; }
  double add_gradient(const Positions<double>&, Positions<double>&) const override { return 0; }
  void append_hessian(const Positions<double>&, Definiteness,
                      std::vector<HessianBlock<double>>&) const override {}
  std::vector<OneSidedConstraint<double>> one_sided_constraints(const Positions<double>&,
                                                                const Positions<double>& end) const override {
    std::vector<OneSidedConstraint<double>> near;
    for (const auto& own : all) {
      if (violation(own, end) < 0.05) near.push_back(own);
    }
    return near;
  }
};

// Six vertices, of which the last one is held, and five random constraints.
IncrementalPotential<double> problem_with(std::shared_ptr<LinearConstraints> term, double compliance) {
  Random random(5);
  const auto number = [&] { return random.uniform(-1, 1); };
  IncrementalPotential<double> problem;
  problem.time_step = time_step;
  problem.masses = VectorX<double>::LinSpaced(6, 1, 3);
  problem.inertial_positions = Positions<double>::NullaryExpr(3, 6, number);
  problem.previous_positions = problem.inertial_positions;
  problem.hold({5}, problem.inertial_positions.rightCols(1));
  for (int i = 0; i < 5; ++i) {
    OneSidedConstraint<double> own{{i, (i + 1) % 6, (i + 3) % 6, (i + 4) % 6}, i % 2, {}, {}, 0, compliance};
    own.normal = Vector3<double>::NullaryExpr(number);
    own.weights = Eigen::Vector4d::NullaryExpr(number);
    own.bound = LinearConstraints::violation(own, problem.inertial_positions) + (i == 2 ? -0.01 : 0.3);
    term->all.push_back(own);
  }
  std::ranges::sort(term->all, {}, [](const auto& own) { return std::tie(own.kind, own.vertices); });
  problem.terms.push_back(term);
  return problem;
}

}  // namespace

TEST_CASE("Sweeps over one-sided constraints converge to the minimum of F") {
  const double compliance = GENERATE(1e-4, 1e-2);
  const auto term = std::make_shared<LinearConstraints>();
  const IncrementalPotential<double> problem = problem_with(term, compliance);
  OneSidedSweep<double> sweep;
  sweep.begin_step(problem, 1 / (time_step * time_step), 1);
  Positions<double> q = problem.inertial_positions;
  for (int i = 0; i < 2000; ++i) sweep.run(q);

  // ∂F/∂q of F = M/(2h²) |q − q̃|² + Σ min(C, 0)²/(2α)
  Positions<double> gradient =
      (q - problem.inertial_positions) * (problem.masses / (time_step * time_step)).asDiagonal();
  int active = 0;
  for (const auto& own : term->all) {
    const double C = LinearConstraints::violation(own, q);
    if (C >= 0) continue;
    ++active;
    for (int i = 0; i < 4; ++i) gradient.col(own.vertices[i]) += C / compliance * own.weights[i] * own.normal;
  }
  CHECK(active >= 3);
  CHECK(gradient.leftCols(5).cwiseAbs().maxCoeff() < 1e-9);
  CHECK(q.col(5) == problem.inertial_positions.col(5));
}

TEST_CASE("Without compliance, one-sided constraints hold, and only active ones push") {
  const auto term = std::make_shared<LinearConstraints>();
  const IncrementalPotential<double> problem = problem_with(term, 1);
  OneSidedSweep<double> sweep;
  sweep.begin_step(problem, 0, 1);
  Positions<double> q = problem.inertial_positions;
  for (int i = 0; i < 5000; ++i) sweep.run(q);
  for (const auto& own : term->all) CHECK(LinearConstraints::violation(own, q) > -1e-9);
  CHECK((q - problem.inertial_positions).norm() > 0.1);
  // The change is M⁻¹ Σ λ g with λ >= 0, where C = 0: its multipliers by least squares.
  Eigen::MatrixXd forces(15, 0);
  for (const auto& own : term->all) {
    if (LinearConstraints::violation(own, q) > 1e-9) continue;
    Positions<double> column = Positions<double>::Zero(3, 6);
    for (int i = 0; i < 4; ++i) column.col(own.vertices[i]) += own.weights[i] * own.normal;
    forces.conservativeResize(15, forces.cols() + 1);
    forces.rightCols(1) = column.leftCols(5).reshaped();
  }
  const Positions<double> change = (q - problem.inertial_positions) * problem.masses.asDiagonal();
  const Eigen::VectorXd pushed = change.leftCols(5).reshaped();
  const Eigen::VectorXd multipliers = forces.colPivHouseholderQr().solve(pushed);
  CHECK(multipliers.minCoeff() > 0);
  CHECK((forces * multipliers - pushed).norm() < 1e-8 * pushed.norm());
}

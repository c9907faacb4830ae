#include "rigid/referee/contradiction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/SparseCholesky>

#include "rigid/problem/linear_system.h"
#include "rigid/problem/objective.h"
#include "rigid/problem/optimality.h"
#include "rigid/problem/smooth_problem.h"
#include "rigid/solvers/gauss_seidel.h"

namespace simbench::rigid {

namespace {

// Violations c of the hard rows, with weights S = 1/K. Both are zero for all other rows.
struct HardRows {
  VectorX<double> error, weights;
  double sum() const { return error.cwiseAbs2().dot(weights); }
};

HardRows hard_rows(const StepProblem& problem, const Poses& poses) {
  const Index rows = problem.constraints.row_count();
  HardRows result{VectorX<double>::Zero(rows), VectorX<double>::Zero(rows)};
  problem.constraints.for_each_linearised(
      poses, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        if (!constraint.is_hard() || !linear.has_gradient) return;
        const auto error = violation(constraint, linear.error);
        const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, poses);
        for (int r = 0; r < constraint.rows; ++r) {
          if (error[r] == 0 || !(K(r, r) > 0)) continue;
          result.error[row + r] = error[r];
          result.weights[row + r] = 1 / K(r, r);
        }
      });
  return result;
}

}  // namespace

Closest closest_poses(const StepProblem& problem, Poses poses, const Stop& stop) {
  constexpr int max_steps = 200;
  // A bound for the cosine of the angle between the weighted errors and the changes that motion can cause.
  constexpr double flat = 1e-6;
  double damping = 1e-3;  // μ in (A + μ/S) y = −c; a step is M⁻¹ Jᵀ y
  HardRows now = hard_rows(problem, poses);
  for (int step = 0; step < max_steps && damping < 1e12; ++step) {
    stop.throw_if_due();
    const SparseRows J = weighted_jacobian(problem, poses);  // J M^−½
    const VectorX<double> pulled = J.transpose() * now.weights.cwiseProduct(now.error);
    if (pulled.norm() <= flat * std::sqrt(now.sum())) return {poses, true};
    // Rows that are not violated are left out.
    const VectorX<double> takes_part = (now.weights.array() > 0).cast<double>();
    Eigen::SparseMatrix<double> A = J * SparseRows(J.transpose());
    A = takes_part.asDiagonal() * A * takes_part.asDiagonal();
    for (Index row = 0; row < A.rows(); ++row)
      A.coeffRef(row, row) += takes_part[row] > 0 ? damping / now.weights[row] : 1;
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(A);
    const VectorX<double> y = solver.solve(-now.error);
    std::vector<Displacement> moves(poses.size());
    problem.constraints.for_each_linearised(poses, [&]<class Constraint>(const Constraint& constraint,
                                                                         const auto& linear, Index row) {
      linear.displace(constraint.bodies, problem.inertias, poses, y.segment<Constraint::rows>(row), moves);
    });
    Poses next = poses;
    for (std::size_t b = 0; b < moves.size(); ++b) move(next[b], moves[b]);
    const HardRows then = hard_rows(problem, next);
    if (solver.info() == Eigen::Success && then.sum() < now.sum()) {
      poses = std::move(next);
      now = then;
      damping = std::max(damping / 5, 1e-12);
    } else {
      damping *= 4;
    }
  }
  return {poses, false};
}

std::string why_unsolved(const StepProblem& given, const Stop& stop) {
  const SmoothProblem smooth(given);
  const StepProblem& problem = smooth.problem();
  const std::string_view without_gradient = type_without_gradient(problem, problem.predicted);
  if (!without_gradient.empty()) return no_gradient(without_gradient);
  GaussSeidel sweeps({.has_compliance = true});
  sweeps.begin_step(problem);
  constexpr int some_sweeps = 200;
  for (int k = 0; k < some_sweeps; ++k) sweeps.iterate();
  const Closest closest = closest_poses(problem, sweeps.poses(), stop);
  const double off = std::sqrt(hard_rows(problem, closest.poses).sum());
  const double holds = std::max(1e-9 * std::sqrt(hard_rows(problem, problem.predicted).sum()),
                                100 * Optimality(problem).rounding(closest.poses));
  if (!closest.is_stationary || off <= holds)
    return "the referee found no solution of this step, although there may be one";
  std::vector<std::string> errors;
  for (const auto& [measure, unit] : {std::pair(Measure::length, "m"), std::pair(Measure::angle, "rad"),
                                      std::pair(Measure::volume, "m^3 of 6 V")}) {
    const double error = hard_error(problem.constraints, closest.poses, measure);
    if (error > 0) errors.push_back(fmt::format("{:.3g} {}", error, unit));
  }
  return fmt::format("{}: even the closest poses near the prediction are off by {}", contradiction,
                     fmt::join(errors, " and "));
}

}  // namespace simbench::rigid

#include "rigid/referee/linear_minimum.h"

#include <Eigen/SparseCholesky>
#include <algorithm>

#include "rigid/problem/linear_system.h"
#include "rigid/problem/objective.h"

namespace simbench::rigid {

bool is_linear(const StepProblem& problem) {
  const auto turns = [&](int body) { return problem.inertias[body].rotates(); };
  return !problem.constraints.any_of([&]<class Constraint>(const Constraint& constraint) {
    constexpr bool is_affine = std::is_same_v<Constraint, Axial> || std::is_base_of_v<Point, Constraint>;
    return !is_affine || constraint.is_inequality() || std::ranges::any_of(constraint.bodies, turns);
  });
}

std::optional<Minimum> find_linear_minimum(const StepProblem& problem) {
  using Sparse = Eigen::SparseMatrix<double>;
  const Index rows = problem.constraints.row_count();
  if (rows == 0) return Minimum{problem.predicted, {}};
  VectorX<double> error(rows), softness(rows);
  problem.constraints.for_each_linearised(
      problem.predicted, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        error.segment<Constraint::rows>(row) = linear.error;
        softness.segment<Constraint::rows>(row).setConstant(problem.scaled(constraint.compliance));
      });
  Sparse A = effective_inverse_mass(problem, problem.predicted);
  for (Index row = 0; row < rows; ++row) A.coeffRef(row, row) += softness[row];
  const VectorX<double> diagonal = A.diagonal();
  // A redundant row gives a pivot of the size of rounding. Then we add a small multiple of the diagonal, and
  // iterative refinement removes its effect.
  constexpr double rounding = 1e-13, shift = 1e-8;
  Eigen::SimplicialLDLT<Sparse> solver(A);
  Minimum minimum{problem.predicted, VectorX<double>::Zero(rows)};
  const auto is_regular = [&] {
    return solver.info() == Eigen::Success &&
           (solver.vectorD().array() > rounding * (solver.permutationP() * diagonal).array()).all();
  };
  minimum.has_unique_multipliers = is_regular();
  if (!minimum.has_unique_multipliers) {
    Sparse shifted = A;
    shifted.diagonal() += shift * diagonal;
    solver.compute(shifted);
    if (!is_regular()) return {};
  }
  const double first = error.norm();
  double residual = first;
  for (int refinement = 0; refinement < 100 && residual > 0; ++refinement) {
    const VectorX<double> next = minimum.multipliers - solver.solve(error + A * minimum.multipliers);
    const double left = (error + A * next).norm();
    if (!(left < residual)) break;
    minimum.multipliers = next;
    if (left > 0.5 * residual) break;
    residual = left;
  }
  const double rounding_of_product = 1e-14 * diagonal.maxCoeff() * minimum.multipliers.norm();
  if (residual > std::max(1e-6 * first, rounding_of_product)) return {};
  minimum.residual = first > 0 ? residual / first : 0;
  std::vector<Displacement> moves(minimum.poses.size());
  problem.constraints.for_each_linearised(
      problem.predicted, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        linear.displace(constraint.bodies, problem.inertias, problem.predicted,
                        minimum.multipliers.segment<Constraint::rows>(row), moves);
      });
  for (std::size_t b = 0; b < moves.size(); ++b) move(minimum.poses[b], moves[b]);
  minimum.objective = objective(problem, minimum.poses);
  return minimum;
}

}  // namespace simbench::rigid

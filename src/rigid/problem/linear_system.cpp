#include "rigid/problem/linear_system.h"

namespace simbench::rigid {

SparseRows weighted_jacobian(const StepProblem& problem, const Poses& poses) {
  std::vector<Eigen::Triplet<double>> entries;
  problem.constraints.for_each_linearised(
      poses, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        constexpr int rows = Constraint::rows;
        for (int b = 0; b < constraint.body_count; ++b) {
          const int body = constraint.bodies[b];
          const Inertia& inertia = problem.inertias[body];
          Eigen::Matrix<double, rows, 6> J;
          J.template leftCols<3>() = std::sqrt(inertia.inverse_mass) * linear.linear[b];
          J.template rightCols<3>() = linear.angular[b] * poses[body].orientation.toRotationMatrix() *
                                      inertia.inverse_principal.cwiseSqrt().asDiagonal();
          for (int r = 0; r < rows; ++r) {
            for (int k = 0; k < 6; ++k) {
              if (J(r, k) != 0) entries.emplace_back(static_cast<int>(row) + r, 6 * body + k, J(r, k));
            }
          }
        }
      });
  SparseRows result(problem.constraints.row_count(), 6 * static_cast<Index>(poses.size()));
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

Eigen::SparseMatrix<double> effective_inverse_mass(const StepProblem& problem, const Poses& poses) {
  const SparseRows J = weighted_jacobian(problem, poses);
  return J * SparseRows(J.transpose());
}

}  // namespace simbench::rigid

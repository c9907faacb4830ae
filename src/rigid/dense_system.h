// The linearised constraints of a small system as dense matrices.
#pragma once

#include "rigid/step_problem.h"

namespace simbench::rigid {

// J M^−½, rows × 6 bodies: its product with its transpose is A. M is that of the poses.
inline Eigen::MatrixXd weighted_jacobian(const StepProblem<double>& problem, const Poses<double>& poses) {
  Eigen::MatrixXd J =
      Eigen::MatrixXd::Zero(problem.constraints.row_count(), 6 * static_cast<Index>(poses.size()));
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const auto linear = constraint.linearise(poses);
    for (int b = 0; b < Constraint::body_count; ++b) {
      const int body = constraint.bodies[b];
      const Inertia<double>& inertia = problem.inertias[body];
      const Matrix3<double> R = poses[body].orientation.toRotationMatrix();
      J.block<Constraint::rows, 3>(row, 6 * body) += std::sqrt(inertia.inverse_mass) * linear.linear[b];
      J.block<Constraint::rows, 3>(row, 6 * body + 3) +=
          linear.angular[b] * R * inertia.inverse_principal.cwiseSqrt().asDiagonal();
    }
  });
  return J;
}

// A = J M⁻¹ Jᵀ.
inline Eigen::MatrixXd effective_inverse_mass(const StepProblem<double>& problem,
                                              const Poses<double>& poses) {
  const Eigen::MatrixXd J = weighted_jacobian(problem, poses);
  return J * J.transpose();
}

}  // namespace simbench::rigid

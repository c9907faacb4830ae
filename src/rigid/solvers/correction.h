// The correction of one constraint, which Gauss–Seidel and Jacobi share.
#pragma once

#include <Eigen/LU>

#include "rigid/step_problem.h"

namespace simbench::rigid {

// Δ = −ξ (K + α̃)⁻¹ (c + α̃ Λ), so that Λ + Δ is within the constraint's bounds; zero where the matrix is, because nothing could move.
template <class Constraint, class Real>
typename Constraint::Multipliers correction(const Constraint& constraint,
                                            const typename Constraint::Linear& linear,
                                            const Eigen::Matrix<Real, Constraint::rows, Constraint::rows>& K,
                                            Real alpha, Real relaxation,
                                            const typename Constraint::Multipliers& multipliers) {
  using Multipliers = typename Constraint::Multipliers;
  Eigen::Matrix<Real, Constraint::rows, Constraint::rows> matrix = K;
  matrix.diagonal().array() += alpha;
  if (!linear.has_gradient || !(matrix.trace() > 0)) return Multipliers::Zero();
  const Multipliers residual = linear.error + alpha * multipliers;
  const Multipliers wanted = multipliers - relaxation * (matrix.inverse() * residual);
  return wanted.cwiseMax(constraint.least).cwiseMin(constraint.most) - multipliers;
}

}  // namespace simbench::rigid

// A sweep of Gauss–Seidel with J and K at fixed poses. Each constraint removes the error s c + J ΔX: the
// share s of its error c at the fixed poses, and the effect of the displacements ΔX since. Sequential
// impulses use it at X_n, Gauss–Seidel in linear form at X̃. Friction needs displacements since X_n, so it
// exists for fixed poses X_n only.
#pragma once

#include "rigid/problem/friction.h"

namespace simbench::rigid {

template <class Real>
struct LinearSweep {
  std::vector<Displacement<Real>> moves;  // ΔX

  void operator()(const StepProblem<Real>& problem, const Constraints<Real>& constraints,
                  const Poses<Real>& poses, Real share, Real relaxation, const VectorX<Real>& targets,
                  VectorX<Real>& all_multipliers, std::vector<Vector3<Real>>* tangential = nullptr) {
    const auto satisfy = [&]<class Constraint>(const Constraint& constraint, auto linear, Index row) {
      constexpr int rows = Constraint::rows;
      const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, poses);
      for (int k = 0; k < rows; ++k) linear.error[k] = constraint.remaining(linear.error[k], share);
      linear.error -= targets.template segment<rows>(row);
      for (int b = 0; b < constraint.body_count; ++b) {
        const Displacement<Real>& own = moves[constraint.bodies[b]];
        linear.error += linear.linear[b] * own.linear + linear.angular[b] * own.angular;
      }
      auto multipliers = all_multipliers.template segment<rows>(row);
      const Real alpha = constraint.is_spring ? problem.scaled(constraint.compliance) : Real(0);
      const auto change = linear.correction(constraint, K, alpha, relaxation, multipliers);
      multipliers += change;
      linear.displace(constraint.bodies, problem.inertias, poses, change, moves);
    };
    constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
      satisfy(constraint.base(), linearised(constraint, poses), row);
      if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
        if (constraint.static_friction == 0 || !tangential) return;
        Touch<Real>(constraint, poses)
            .correct(moves, (*tangential)[row], all_multipliers[row], relaxation, problem.inertias, poses);
      }
    });
  }

  // Sets result = poses ⊞ ΔX.
  void apply(const Poses<Real>& poses, Poses<Real>& result) const {
    for (std::size_t b = 0; b < poses.size(); ++b) {
      result[b] = poses[b];
      move(result[b], moves[b]);
    }
  }
};

}  // namespace simbench::rigid

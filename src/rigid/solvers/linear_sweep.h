// A sweep of Gauss–Seidel with J and K at fixed poses. Each constraint removes the error s c + J ΔX: its
// error c at the fixed poses, scaled by s, and the effect of the displacements ΔX since. Sequential impulses
// use it at X_n, Gauss–Seidel in linear form at X̃.
#pragma once

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

template <class Real>
struct LinearSweep {
  std::vector<Displacement<Real>> moves;  // ΔX

  void operator()(const StepProblem<Real>& problem, const Constraints<Real>& constraints,
                  const Poses<Real>& poses, Real share, Real relaxation, const VectorX<Real>& targets,
                  VectorX<Real>& all_multipliers) {
    constraints.for_each_linearised(
        poses, [&]<class Constraint>(const Constraint& constraint, auto linear, Index row) {
          constexpr int rows = Constraint::rows;
          const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, poses);
          linear.error = share * linear.error - targets.template segment<rows>(row);
          for (int b = 0; b < constraint.body_count; ++b) {
            const Displacement<Real>& own = moves[constraint.bodies[b]];
            linear.error += linear.linear[b] * own.linear + linear.angular[b] * own.angular;
          }
          auto multipliers = all_multipliers.template segment<rows>(row);
          const Real alpha = constraint.is_spring ? problem.scaled(constraint.compliance) : Real(0);
          const auto change = linear.correction(constraint, K, alpha, relaxation, multipliers);
          multipliers += change;
          linear.displace(constraint.bodies, problem.inertias, poses, change, moves);
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

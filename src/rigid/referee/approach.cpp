#include "rigid/referee/approach.h"

#include "rigid/problem/objective.h"

namespace simbench::rigid {

Approach::Approach(const StepProblem& problem, Optimality& conditions)
    : problem_(problem),
      conditions_(conditions),
      scales_(conditions.effective_inverse_masses().cwiseSqrt()) {}

bool Approach::try_steps(int trials, Poses& poses, VectorX<double>& multipliers) {
  constexpr double shortest = 1e12;  // with a larger σ, rounding hides the step
  raise_penalty(multipliers);
  for (int trial = 0; trial < trials && hold_ < shortest; ++trial) {
    Poses next = poses;
    VectorX<double> changed = multipliers;
    conditions_.set_hold(hold_);
    bool helped = conditions_.step(next, changed);
    if (helped) {
      raise_penalty(changed);
      helped = merit(next) < merit(poses);
    }
    hold_ = helped ? hold_ / 4 : 4 * std::max(hold_, 1e-3);
    if (!helped) continue;
    poses = std::move(next);
    multipliers = std::move(changed);
  }
  conditions_.set_hold(0);
  return hold_ < shortest;
}

double Approach::merit(const Poses& poses) const {
  double sum = half_square_distance(problem_, poses, problem_.predicted);
  problem_.constraints.for_each_linearised(
      poses, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        const auto error = violation(constraint, linear.error);
        if (constraint.compliance > 0) {
          sum += error.squaredNorm() / (2 * problem_.scaled(constraint.compliance));
        } else {
          sum += penalty_ * error.cwiseAbs().cwiseQuotient(scales_.segment<Constraint::rows>(row)).sum();
        }
      });
  return sum;
}

void Approach::raise_penalty(const VectorX<double>& multipliers) {
  constexpr double above = 2;
  penalty_ = std::max(penalty_, above * multipliers.cwiseProduct(scales_).cwiseAbs().maxCoeff());
}

}  // namespace simbench::rigid

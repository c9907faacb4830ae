#include "solver/newton.h"

namespace simbench {

template <class Real>
std::optional<Failure> Newton<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  const Index n = problem.vertex_count();
  hessian_ = problem.hessian_pattern();
  system_.analyze(hessian_->matrix(), 3);
  trial_.positions.resize(3, n);
  trial_.gradient.resize(3, n);
  direction_.resize(3, n);
  current_ = trial_;
  current_.positions = problem.inertial_positions;
  current_.objective = problem.objective_and_gradient(current_.positions, current_.gradient);
  return {};
}

// direction ← −H⁻¹ ∇f. False if H is not finite or not positive definite (clamped: statics without enough anchors).
template <class Real>
bool Newton<Real>::find_direction(Definiteness definiteness) {
  problem_->hessian(current_.positions, definiteness, *hessian_);
  direction_ = -current_.gradient;
  return system_.solve_once(hessian_->matrix(), direction_.reshaped());
}

template <class Real>
IterationReport Newton<Real>::iterate() {
  if (!find_direction(Definiteness::clamped)) return {.stop = failure_of(system_.defect()).status};
  const Real slope = current_.gradient.cwiseProduct(direction_).sum();
  const IterationReport report = descend(*problem_, current_, direction_, slope, trial_);
  if (!report.stop) std::swap(current_, trial_);
  return report;
}

template <class Real>
int Newton<Real>::polish() {
  constexpr int maximum_steps = 20;
  int steps = 0;
  while (steps < maximum_steps && find_direction(Definiteness::exact)) {
    trial_.positions = current_.positions + direction_;
    trial_.objective = problem_->objective_and_gradient(trial_.positions, trial_.gradient);
    const Real rounding = Real(1e-12) * std::abs(current_.objective);
    if (!(trial_.gradient.norm() < current_.gradient.norm() / 2)) break;
    if (!(trial_.objective <= current_.objective + rounding)) break;  // another minimum, or none
    std::swap(current_, trial_);
    ++steps;
  }
  return steps;
}

template class Newton<double>;
template class Newton<float>;

}  // namespace simbench

#include "deformable/solvers/formula.h"

#include "deformable/solvers/linear/indefinite_solve.h"

namespace simbench {

template <class Real>
std::optional<Failure> Formula<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  is_done_ = false;
  positions_ = problem.inertial_positions;
  gradient_.resizeLike(positions_);
  return {};
}

template <class Real>
IterationReport Formula<Real>::iterate() {
  if (is_done_) return {.stop = Status::converged};
  is_done_ = true;
  const Positions<Real>& q = problem_->previous_positions;
  const Real square = problem_->time_step * problem_->time_step;
  switch (problem_->formula) {
    case StepFormula::explicit_euler:  // q + h v
      positions_ = problem_->inertial_positions;
      if (problem_->accelerations.size() > 0) positions_ -= square * problem_->accelerations;
      break;
    case StepFormula::symplectic_euler:  // q̃ − h² M⁻¹∇ψ(q)
      gradient_.setZero();
      problem_->add_constraint_gradient(q, gradient_);
      positions_ =
          problem_->inertial_positions - square * gradient_ * problem_->inverse_masses().asDiagonal();
      break;
    case StepFormula::linear_implicit_euler:
      if (const MatrixDefect defect = take_newton_step(); defect != MatrixDefect::none)
        return {.stop = failure_of(defect)};
      break;
    case StepFormula::none:
      return {.stop = Status::converged};
  }
  problem_->move_held_to_targets(positions_);
  if (!positions_.allFinite()) return {.stop = Failure{Status::diverged, "the positions are not finite"}};
  return {};
}

// positions ← q_n − H⁻¹ ∇f(q_n), where H may be indefinite.
template <class Real>
MatrixDefect Formula<Real>::take_newton_step() {
  positions_ = problem_->previous_positions;
  problem_->move_held_to_targets(positions_);
  problem_->objective_and_gradient(positions_, gradient_);
  BlockMatrix<Real> hessian = problem_->hessian_pattern();
  problem_->hessian(positions_, Definiteness::exact, hessian);
  system_.analyze(hessian.matrix(), 3);
  const MatrixDefect defect = solve_indefinite(system_, hessian.matrix(), gradient_);
  positions_ -= gradient_;
  return defect;
}

template class Formula<double>;
template class Formula<float>;

}  // namespace simbench

#include "rigid/solvers/gauss_seidel.h"

#include "rigid/friction.h"
#include "rigid/objective.h"
#include "rigid/solvers/correction.h"

namespace simbench::rigid {

template <class Real>
void GaussSeidel<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem, settings_.warm_start);
  tangential_.assign(this->multipliers_.size(), Vector3<Real>::Zero());
  switch (settings_.rule) {
    case RelaxationRule::number:
      break;
    case RelaxationRule::optimal:
      optimal_ = optimal_relaxation(problem);
      break;
    case RelaxationRule::adaptive:
      adaptive_.emplace();
      break;
    case RelaxationRule::residual:
      residual_.emplace(hard_error(problem, problem.predicted));
  }
}

template <class Real>
double GaussSeidel<Real>::relaxation() const {
  if (optimal_) return *optimal_;
  if (adaptive_) return adaptive_->value();
  if (residual_) return residual_->value();
  return settings_.relaxation;
}

template <class Real>
std::optional<Status> GaussSeidel<Real>::iterate() {
  if (adaptive_) last_multipliers_ = this->multipliers_;
  sweep(static_cast<Real>(relaxation()));
  if (adaptive_) adaptive_->watch((this->multipliers_ - last_multipliers_).norm());
  if (residual_) residual_->watch(hard_error(*this->problem_, this->poses_));
  return {};
}

template <class Real>
void GaussSeidel<Real>::sweep(Real relaxation) {
  const std::vector<Inertia<Real>>& inertias = this->problem_->inertias;
  Poses<Real>& poses = this->poses_;
  this->problem_->constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    auto linear = constraint.linearise(poses);
    linear.error -= this->targets_.template segment<Constraint::rows>(row);
    const Real alpha = settings_.has_compliance ? this->problem_->scaled(constraint.compliance) : Real(0);
    auto multipliers = this->multipliers_.template segment<Constraint::rows>(row);
    const typename Constraint::Multipliers change = correction<Constraint, Real>(
        constraint, linear, linear.effective_inverse_mass(constraint.bodies, inertias, poses), alpha,
        relaxation, multipliers);
    multipliers += change;
    for (int b = 0; b < Constraint::body_count; ++b) {
      Pose<Real>& pose = poses[constraint.bodies[b]];
      move(pose, inertias[constraint.bodies[b]].displacement_of(linear.pull(b, change), pose.orientation));
    }
    if constexpr (std::is_same_v<Constraint, Contact<Real>>)
      apply_friction(constraint, *this->problem_, multipliers[0], relaxation, tangential_[row], poses);
  });
}

template class GaussSeidel<double>;

}  // namespace simbench::rigid

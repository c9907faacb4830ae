#include "rigid/solvers/gauss_seidel.h"

#include <Eigen/LU>

#include "rigid/problem/friction.h"
#include "rigid/problem/objective.h"
#include "rigid/solvers/body_pair.h"

namespace simbench::rigid {

template <class Real>
std::optional<Failure> GaussSeidel<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem, options_.warm_start, options_.forms);
  linear_.moves.clear();
  if (options_.update == Update::linear) {
    for (std::size_t b = 0; b < problem.predicted.size(); ++b)
      linear_.moves.push_back(difference(this->poses_[b], problem.predicted[b]));
  }
  relaxation_ = relaxation_of(problem);
  change_ = this->multipliers_;
  return {};
}

template <class Real>
Relaxation GaussSeidel<Real>::relaxation_of(const StepProblem<Real>& problem) const {
  switch (options_.rule) {
    case RelaxationRule::adaptive:
      return AdaptiveRelaxation();
    case RelaxationRule::residual:
      return ResidualRelaxation(error_for_relaxation(problem.predicted));
    case RelaxationRule::optimal: {
      StepProblem<Real> own = problem;
      own.constraints = this->constraints();
      return FixedRelaxation(optimal_relaxation(own));
    }
    case RelaxationRule::number:
      break;
  }
  return FixedRelaxation(options_.relaxation);
}

template <class Real>
IterationReport GaussSeidel<Real>::iterate() {
  auto* const adaptive = std::get_if<AdaptiveRelaxation>(&relaxation_);
  auto* const residual = std::get_if<ResidualRelaxation>(&relaxation_);
  if (adaptive) change_ = this->multipliers_;
  const double relaxation = value_of(relaxation_);
  if (options_.update == Update::linear) {
    const Poses<Real>& start = this->problem_->predicted;
    linear_(*this->problem_, this->constraints(), start, Real(1), static_cast<Real>(relaxation),
            this->targets_, this->multipliers_);
    linear_.apply(start, this->poses_);
  } else {
    sweep(static_cast<Real>(relaxation));
  }
  if (adaptive) {
    change_ = this->multipliers_ - change_;
    adaptive->watch(norm_of_change(change_));
  }
  if (residual) residual->watch(error_for_relaxation(this->poses_));
  return {.diagnostics = {{"relaxation", relaxation}}};
}

template <class Real>
double GaussSeidel<Real>::norm_of_change(const VectorX<Real>& change) const {
  if (has_one_measure(this->constraints())) return change.norm();
  const Poses<Real>& poses = this->poses_;
  double sum = 0;
  this->constraints().for_each_linearised(
      poses, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        const auto K = linear.effective_inverse_mass(constraint.bodies, this->problem_->inertias, poses);
        const auto own = change.template segment<Constraint::rows>(row);
        sum += static_cast<double>(own.dot(K * own));
      });
  return std::sqrt(sum);
}

template <class Real>
double GaussSeidel<Real>::error_for_relaxation(const Poses<Real>& poses) const {
  if (has_one_measure(this->constraints())) return hard_error(this->constraints(), poses, {});
  double sum = 0;
  this->constraints().for_each_linearised(poses, [&](const auto& constraint, const auto& linear, Index) {
    if (!constraint.is_hard() || !linear.has_gradient) return;
    const auto K = linear.effective_inverse_mass(constraint.bodies, this->problem_->inertias, poses);
    if (!(K.trace() > 0)) return;
    const auto error = violation(constraint, linear.error);
    sum += static_cast<double>(error.dot(K.inverse() * error));
  });
  return std::sqrt(sum);
}

template <class Real>
void GaussSeidel<Real>::sweep(Real relaxation) {
  const std::vector<Inertia<Real>>& inertias = this->problem_->inertias;
  Poses<Real>& poses = this->poses_;
  this->constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    constexpr int rows = Constraint::rows;
    const auto target = this->targets_.template segment<rows>(row);
    Real* const multipliers = this->multipliers_.data() + row;
    const bool is_soft = options_.has_compliance || constraint.is_spring;
    const Real alpha = is_soft ? this->problem_->scaled(constraint.compliance) : Real(0);
    if constexpr (std::is_same_v<Constraint, Point<Real>>) {
      satisfy<Real>(constraint, target, alpha, relaxation, inertias, poses, multipliers);
    } else if constexpr (requires(const Vector3<Real>& delta) { constraint.along(delta); }) {
      satisfy_along<Real>(constraint, target[0], alpha, relaxation, inertias, poses, *multipliers);
    } else {
      auto linear = linearised(constraint, poses);
      linear.error -= target;
      satisfy<Real>(constraint.base(), linear, alpha, relaxation, inertias, poses, multipliers);
    }
    if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
      if (constraint.static_friction == 0) return;
      const Touch<Real> touch(constraint, poses);
      const Vector3<Real> slip = touch.slip(poses, this->problem_->previous);
      const Vector3<Real> change =
          touch.update(this->tangential_[row], slip, this->multipliers_[row], relaxation, inertias, poses);
      for (int b = 0; b < 2; ++b)
        move(poses[constraint.bodies[b]], touch.displacement(b, change, inertias, poses));
    }
  });
}

void SweepSettings::describe_update(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"nonlinear", "linear"};
  config::choice(fields, "update", update, words,
                 {.doc = "nonlinear: everything at the current pose; linear: J and M at the prediction"});
}

void SweepSettings::describe_forms_and_start(config::Fields& fields) {
  describe_forms(fields, forms);
  warm_start.describe(fields);
}

Declines SweepSettings::declines(const Constraints<double>& constraints) const {
  if (update == Update::linear && has_friction(constraints))
    return "its linear update has no friction, but a contact of the scene has";
  return {};
}

template class GaussSeidel<double>;

}  // namespace simbench::rigid

#include "rigid/solvers/gauss_seidel.h"

#include <Eigen/LU>

#include "rigid/problem/friction.h"
#include "rigid/problem/objective.h"
#include "rigid/solvers/body_pair.h"

namespace simbench::rigid {

std::optional<Failure> GaussSeidel::begin_step(const StepProblem& problem) {
  start_at(problem, options_.warm_start, options_.forms);
  linear_.moves.clear();
  if (options_.update == Update::linear) {
    for (std::size_t b = 0; b < problem.predicted.size(); ++b)
      linear_.moves.push_back(difference(poses_[b], problem.predicted[b]));
    linear_.begin(problem, constraints(), FixedPoses::prediction, 1.0, targets_);
  }
  relaxation_ = relaxation_of(problem);
  change_ = multipliers_;
  return {};
}

Relaxation GaussSeidel::relaxation_of(const StepProblem& problem) const {
  switch (options_.rule) {
    case RelaxationRule::adaptive:
      return AdaptiveRelaxation();
    case RelaxationRule::residual:
      return ResidualRelaxation(error_for_relaxation(problem.predicted));
    case RelaxationRule::optimal: {
      StepProblem own = problem;
      own.constraints = constraints();
      // The last digit of ξ in recorded runs depends on this.
      for (Pose& pose : own.predicted) pose.orientation.normalize();
      return FixedRelaxation(optimal_relaxation(own));
    }
    case RelaxationRule::number:
      break;
  }
  return FixedRelaxation(options_.relaxation);
}

IterationReport GaussSeidel::iterate() {
  auto* const adaptive = std::get_if<AdaptiveRelaxation>(&relaxation_);
  auto* const residual = std::get_if<ResidualRelaxation>(&relaxation_);
  if (adaptive) change_ = multipliers_;
  const double relaxation = value_of(relaxation_);
  if (options_.update == Update::linear) {
    linear_(relaxation, multipliers_);
    linear_.apply(poses_);
  } else {
    sweep(relaxation);
  }
  if (adaptive) {
    change_ = multipliers_ - change_;
    adaptive->watch(norm_of_change(change_));
  }
  if (residual) residual->watch(error_for_relaxation(poses_));
  return {.diagnostics = {{"relaxation", relaxation}}};
}

double GaussSeidel::norm_of_change(const VectorX<double>& change) const {
  if (has_one_measure(constraints())) return change.norm();
  double sum = 0;
  constraints().for_each_linearised(
      poses_, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        const auto K = linear.effective_inverse_mass(constraint.bodies, problem_->inertias, poses_);
        const auto own = change.segment<Constraint::rows>(row);
        sum += own.dot(K * own);
      });
  return std::sqrt(sum);
}

double GaussSeidel::error_for_relaxation(const Poses& poses) const {
  if (has_one_measure(constraints())) return hard_error(constraints(), poses, {});
  double sum = 0;
  constraints().for_each_linearised(poses, [&](const auto& constraint, const auto& linear, Index) {
    if (!constraint.is_hard() || !linear.has_gradient) return;
    const auto K = linear.effective_inverse_mass(constraint.bodies, problem_->inertias, poses);
    if (!(K.trace() > 0)) return;
    const auto error = violation(constraint, linear.error);
    sum += error.dot(K.inverse() * error);
  });
  return std::sqrt(sum);
}

void GaussSeidel::sweep(double relaxation) {
  const std::vector<Inertia>& inertias = problem_->inertias;
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    constexpr int rows = Constraint::rows;
    const auto target = targets_.segment<rows>(row);
    double* const multipliers = multipliers_.data() + row;
    const bool is_soft = options_.has_compliance || constraint.is_spring;
    const double alpha = is_soft ? problem_->scaled(constraint.compliance) : 0.0;
    if constexpr (std::is_same_v<Constraint, Point>) {
      satisfy(constraint, target, alpha, relaxation, inertias, poses_, multipliers);
    } else if constexpr (requires(const Vector3<double>& delta) { constraint.along(delta); }) {
      satisfy_along(constraint, target[0], alpha, relaxation, inertias, poses_, *multipliers);
    } else {
      auto linear = linearised(constraint, poses_);
      linear.error -= target;
      satisfy(constraint.base(), linear, alpha, relaxation, inertias, poses_, multipliers);
    }
    if constexpr (std::is_same_v<Constraint, Contact>) {
      if (constraint.static_friction == 0) return;
      const Touch touch(constraint, poses_);
      const Vector3<double> slip = touch.slip(*problem_, poses_);
      const Vector3<double> change =
          touch.update(tangential_[row], slip, multipliers_[row], relaxation, inertias, poses_);
      for (int b = 0; b < 2; ++b)
        move(poses_[constraint.bodies[b]], touch.displacement(b, change, inertias, poses_));
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

Declines SweepSettings::declines(const Constraints& constraints) const {
  if (update == Update::linear && has_friction(constraints))
    return "its linear update has no friction, but a contact of the scene has";
  return {};
}

}  // namespace simbench::rigid

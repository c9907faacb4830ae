#include "rigid/solvers/gauss_seidel.h"

#include "rigid/friction.h"
#include "rigid/objective.h"
#include "rigid/precision.h"

namespace simbench::rigid {

template <class Real>
std::optional<Failure> GaussSeidel<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem, options_.warm_start, options_.forms);
  tangential_.assign(this->multipliers_.size(), Vector3<Real>::Zero());
  linear_.moves.clear();
  if (options_.update == Update::linear) {
    for (std::size_t b = 0; b < problem.predicted.size(); ++b)
      linear_.moves.push_back(difference(this->poses_[b], problem.predicted[b]));
  }
  points_.reset();
  is_shown_ = false;
  if (options_.update == Update::nonlinear && are_points(this->constraints())) {
    points_.emplace();
    points_->begin(problem, this->poses_, this->targets_, options_.has_compliance);
    shown_ = this->poses_;
    is_shown_ = true;
  }
  switch (options_.rule) {
    case RelaxationRule::number:
      break;
    case RelaxationRule::optimal: {
      StepProblem<double> own = rounded<double>(problem);
      own.constraints = rounded<double>(this->constraints());
      optimal_ = optimal_relaxation(own);
      break;
    }
    case RelaxationRule::adaptive:
      adaptive_.emplace();
      last_multipliers_ = this->multipliers_;
      break;
    case RelaxationRule::residual:
      residual_.emplace(hard_error(this->constraints(), problem.predicted, {}));
  }
  return {};
}

template <class Real>
double GaussSeidel<Real>::next_relaxation() const {
  if (optimal_) return *optimal_;
  if (adaptive_) return adaptive_->value();
  if (residual_) return residual_->value();
  return options_.relaxation;
}

template <class Real>
IterationReport GaussSeidel<Real>::iterate() {
  if (adaptive_) last_multipliers_ = this->multipliers_;
  const double relaxation = next_relaxation();
  if (options_.update == Update::linear) {
    const Poses<Real>& start = this->problem_->predicted;
    linear_(*this->problem_, this->constraints(), start, Real(1), static_cast<Real>(relaxation),
            this->targets_, this->multipliers_);
    linear_.apply(start, this->poses_);
  } else if (points_) {
    (*points_)(static_cast<Real>(relaxation), this->multipliers_.data());
    is_shown_ = false;
  } else {
    sweep(static_cast<Real>(relaxation));
  }
  if (adaptive_) adaptive_->watch((this->multipliers_ - last_multipliers_).norm());
  if (residual_) residual_->watch(hard_error(this->constraints(), poses(), {}));
  return {.diagnostics = {{"relaxation", relaxation}}};
}

template <class Real>
const Poses<Real>& GaussSeidel<Real>::poses() const {
  if (!points_) return this->poses_;
  if (!is_shown_) points_->write(shown_);
  is_shown_ = true;
  return shown_;
}

template <class Real>
void GaussSeidel<Real>::sweep(Real relaxation) {
  const std::vector<Inertia<Real>>& inertias = this->problem_->inertias;
  Poses<Real>& poses = this->poses_;
  const auto satisfy = [&]<int rows, int body_count>(const ConstraintBase<Real, rows, body_count>& constraint,
                                                     Linearisation<Real, rows, body_count> linear,
                                                     Index row) {
    linear.error -= this->targets_.template segment<rows>(row);
    const bool is_soft = options_.has_compliance || constraint.is_spring;
    const Real alpha = is_soft ? this->problem_->scaled(constraint.compliance) : Real(0);
    auto multipliers = this->multipliers_.template segment<rows>(row);
    const auto K = linear.effective_inverse_mass(constraint.bodies, inertias, poses);
    const auto change = linear.correction(constraint, K, alpha, relaxation, multipliers);
    multipliers += change;
    for (int b = 0; b < body_count; ++b) {
      Pose<Real>& pose = poses[constraint.bodies[b]];
      move(pose, inertias[constraint.bodies[b]].displacement_of(linear.pull(b, change), pose.orientation));
    }
  };
  this->constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    satisfy(constraint.base(), linearised(constraint, poses), row);
    if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
      apply_friction(constraint, *this->problem_, this->multipliers_[row], relaxation, tangential_[row],
                     poses);
    }
  });
}

void SweepSettings::describe_update(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"nonlinear", "linear"};
  config::choice(fields, "update", update, words,
                 {.doc = "everything at the pose of the moment, or J and M where the step began"});
}

void SweepSettings::describe_forms_and_start(config::Fields& fields) {
  describe_forms(fields, forms);
  warm_start.describe(fields);
}

void GsSettings::describe(config::Fields& fields) {
  describe_update(fields);
  describe_forms_and_start(fields);
}

void SorSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> words = {"optimal", "adaptive", "residual"};
  std::optional<double> number;
  if (rule == RelaxationRule::number) number = relaxation;
  RelaxationRule word = number ? RelaxationRule::optimal : rule;
  config::number_or_choice(fields, "relaxation", number, word, words,
                           {.doc = "xi; optimal: the best of the linearised chain; adaptive: learned from "
                                   "the sweeps; residual: up while "
                                   "the error falls"});
  rule = number ? RelaxationRule::number : word;
  relaxation = number.value_or(1);
  describe_update(fields);
  describe_forms_and_start(fields);
}

void XpbdSettings::describe(config::Fields& fields) {
  describe_forms_and_start(fields);
}

Declines SweepSettings::declines(const Constraints<double>& constraints) const {
  if (update == Update::linear && has_friction(constraints))
    return "its linear update has no friction, which a contact of the scene has";
  return {};
}

template class GaussSeidel<double>;
template class GaussSeidel<float>;

}  // namespace simbench::rigid

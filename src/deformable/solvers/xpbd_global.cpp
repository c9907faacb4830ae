#include "deformable/solvers/xpbd_global.h"

#include <array>

#include "deformable/solvers/linear/constrained_solve.h"

namespace simbench {

void XpbdGlobalSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> rows = {"scalar", "vector"};
  static constexpr std::array<std::string_view, 3> rules = {"full", "line_search_on_residual",
                                                            "line_search_on_objective"};
  config::choice(fields, "constraint", constraint, rows,
                 {.doc = "scalar: |F - R|; vector: each entry of F - R (only laws that pd supports)"});
  describe_form(fields, form);
  config::number_or_choice(fields, "step", step_length, step_rule, rules,
                           {.doc = "length of each step: full, from a line search on the residual or on the "
                                   "objective, or a number",
                            .range = config::positive,
                            .example = "0.5"});
  fields.boolean("keep_g", keep_g, {.doc = "whether the system keeps g, which XPBD drops"});
}

template <class Real>
Declines XpbdGlobal<Real>::declines(const Potentials<double>& potentials, const Settings& settings) {
  if (settings.constraint == ConstraintRows::scalar) {
    if (const Declines refused = refused_inequality(potentials))
      return *refused + "; its vector constraint works";
  }
  const bool searches = !settings.step_length && settings.step_rule != StepRule::full;
  if (searches && has_hard_constraints(potentials))
    return "the line searches compare energies, and hard constraints have none; set step to full or to a "
           "number";
  return missing_constraints(potentials, settings.constraint, settings.form);
}

template <class Real>
Declines XpbdGlobal<Real>::declines_other_start(const Settings& settings) {
  if (settings.keep_g) return {};
  return needs_inertial_start + std::string(", or solvers.xpbd_global.keep_g to true");
}

template <class Real>
std::optional<Failure> XpbdGlobal<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  matrix_ = problem.hessian_pattern();
  system_.analyze(matrix_->matrix(), 3);
  constraints_.clear();
  residuals_.clear();
  for (const auto& potential : problem.potentials) {
    const ConstraintRows rows = potential->is_hard() ? ConstraintRows::scalar : settings_.constraint;
    auto system = constraint_system(*potential, rows, settings_.form);
    residuals_.push_back(Reduced<Real>::Zero(system->stiffnesses().rows(), system->stiffnesses().cols()));
    constraints_.push_back({std::move(system), residuals_.back()});
  }
  multiplier_changes_ = previous_multipliers_ = residuals_;
  current_.positions = current_.gradient = direction_ = problem.start_positions();
  if (settings_.step_rule == StepRule::line_search_on_objective)
    current_.objective = problem.objective_and_gradient(current_.positions, current_.gradient);
  trial_ = current_;
  hard_ = HardRows<Real>(problem);
  if (hard_.count() == 0 || is_independent_) return {};
  hard_.linearise(current_.positions);
  const std::optional<Failure> redundant = redundancy(hard_.rank());
  is_independent_ = !redundant;
  return redundant;
}

// Computes matrix_ and r at the current positions, and the right-hand side in direction_. Returns the number
// of infinite constraints.
template <class Real>
Index XpbdGlobal<Real>::linearise() {
  const Positions<Real>& q = current_.positions;
  const Real square = problem_->time_step * problem_->time_step;
  Index skipped = 0;
  problem_->inertial_hessian(*matrix_);
  if (settings_.keep_g) {
    problem_->inertial_and_gradient(q, direction_);
    direction_ = -direction_;
  } else {
    direction_.setZero();
  }
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    const ConstraintSystem<Real>& system = *constraints_[i].system;
    const Reduced<Real>& multipliers = constraints_[i].multipliers;
    system.values(q, residuals_[i]);
    skipped += multiplier_residuals(system, multipliers, problem_->time_step, residuals_[i]);
    Reduced<Real>& forces = multiplier_changes_[i];  // temporarily −α⁻¹ r [+ λ/h²]
    if (system.is_hard()) {
      forces.setZero();
    } else {
      forces = -residuals_[i].cwiseProduct(system.stiffnesses());
      system.add_normal_matrix(q, *matrix_);
    }
    if (settings_.keep_g) forces += multipliers / square;
    system.add_transposed(q, forces, direction_);
  }
  problem_->zero_held(direction_);
  return skipped;
}

template <class Real>
std::optional<Failure> XpbdGlobal<Real>::solve() {
  if (hard_.count() == 0) {
    if (system_.solve_once(matrix_->matrix(), direction_.reshaped())) return {};
    return failure_of(system_.defect());
  }
  hard_.linearise(current_.positions);
  pressures_ = -hard_.values();
  if (solve_constrained(matrix_->matrix(), hard_.jacobian(), direction_, pressures_)) return {};
  const std::optional<Failure> redundant = redundancy(hard_.rank());
  return redundant ? *redundant : Failure{Status::not_finite, "the system with hard constraints is singular"};
}

template <class Real>
void XpbdGlobal<Real>::find_multiplier_changes() {
  const Real square = problem_->time_step * problem_->time_step;
  Index row = 0;
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    const ConstraintSystem<Real>& system = *constraints_[i].system;
    previous_multipliers_[i] = constraints_[i].multipliers;
    if (system.is_hard()) {
      for (auto element : multiplier_changes_[i].rowwise()) {
        element = -square * pressures_.segment(row, element.size()).transpose();
        row += element.size();
      }
      continue;
    }
    system.product(current_.positions, direction_, multiplier_changes_[i]);
    multiplier_changes_[i] =
        (residuals_[i] + multiplier_changes_[i]).cwiseProduct(system.stiffnesses()) * -square;
  }
}

// Sets trial_ to q + α Δq, and the multipliers to λ + α Δλ.
template <class Real>
void XpbdGlobal<Real>::move(Real alpha) {
  trial_.positions = current_.positions + alpha * direction_;
  for (std::size_t i = 0; i < constraints_.size(); ++i)
    constraints_[i].multipliers = previous_multipliers_[i] + alpha * multiplier_changes_[i];
}

// Σ r²/(2α) [J]; with keep_g plus ½ gᵀ M⁻¹ g/h².
template <class Real>
Real XpbdGlobal<Real>::merit(const Positions<Real>& positions) const {
  const Real energy = multiplier_energy(*problem_, constraints_, positions);
  if (!settings_.keep_g) return energy;
  const Positions<Real> g = gradient_residual(*problem_, constraints_, positions);
  const Real square = problem_->time_step * problem_->time_step;
  return energy + square / 2 * g.colwise().squaredNorm().dot(problem_->inverse_masses());
}

template <class Real>
IterationReport XpbdGlobal<Real>::step() {
  IterationReport report;
  if (settings_.step_length || settings_.step_rule == StepRule::full) {
    const Real alpha = static_cast<Real>(settings_.step_length.value_or(1));
    move(alpha);
    report.diagnostics.set("step_length", alpha);
    return report;
  }
  if (settings_.step_rule == StepRule::line_search_on_objective) {
    const Real slope = slope_along(current_, direction_);
    report = descend({}, *problem_, current_, {direction_, slope}, trial_);
    if (report.stop) return report;
    move(static_cast<Real>(*report.diagnostics["step_length"]));
    return report;
  }
  const Real before = merit(current_.positions);  // along a Newton step of r its slope is −2 times its value
  return backtrack({}, Real(1), [&](Real alpha) {
    move(alpha);
    return decreases_enough(merit(trial_.positions), before, Real(backtracking_c1), alpha, -2 * before);
  });
}

template <class Real>
IterationReport XpbdGlobal<Real>::iterate() {
  const Index skipped = linearise();
  if (const std::optional<Failure> failure = solve()) return {.stop = failure};
  find_multiplier_changes();
  IterationReport report = step();
  if (report.stop) {
    move(0);
    return report;
  }
  std::swap(current_, trial_);
  report.diagnostics.set("skipped_constraints", static_cast<double>(skipped));
  return report;
}

template <class Real>
void XpbdGlobal<Real>::complete(IterationReport& report) const {
  report_residuals(*problem_, constraints_, current_.positions, report);
}

template class XpbdGlobal<double>;
template class XpbdGlobal<float>;

}  // namespace simbench

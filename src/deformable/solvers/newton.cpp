#include "deformable/solvers/newton.h"

#include <algorithm>
#include <array>
#include <limits>

#include "deformable/solvers/kernels/indefinite_elements.h"
#include "deformable/solvers/line_search/search_along.h"

namespace simbench {

void NewtonSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 8> hessians = {
      "clamped", "exact", "exact_if_spd", "absolute", "trust_region", "on_demand", "progressive", "kinetic"};
  config::choice(
      fields, "hessian", hessian, hessians,
      {.doc =
           "Hessian of each element: negative eigenvalues set to zero (clamped), exact, or absolute "
           "eigenvalues; trust_region: clamped after steps that the quadratic model predicted, else "
           "absolute; "
           "exact_if_spd: exact if the sum is positive definite, else clamped; on_demand: the same, and "
           "after "
           "a failure three more clamped iterations; progressive: clamped only where the gradient is large; "
           "kinetic: exact plus the multiple of M/h^2 that makes it positive definite"});
  describe_search(fields);
  refuse_old_start(fields);
}

template <class Real>
std::optional<Failure> Newton<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  if (const std::optional<Failure> failure = system_.begin_step(problem)) return failure;
  current_ = iterate_at(problem, problem.start_positions());
  trial_ = current_;
  direction_ = current_.gradient;
  before_ = current_.positions;
  return {};
}

template <class Real>
IterationReport Newton<Real>::iterate() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  if (const MatrixDefect defect = system_.find_direction(current_, direction_); defect != MatrixDefect::none)
    return {.stop = failure_of(defect)};
  const Real slope = slope_along(current_, direction_);
  IterationReport report = search_along(settings_, *problem_, current_, {direction_, slope}, trial_);
  if (!report.stop) {
    std::swap(current_, trial_);
  } else if (report.stop == Status::stalled && polish_once()) {
    report = {};
    report.diagnostics.set("step_length", 1);
  }
  if (!report.stop) {
    before_ = trial_.positions;
    system_.observe(trial_, current_);
    system_.report(report);
  }
  return report;
}

template <class Real>
void Newton<Real>::complete(IterationReport& report) const {
  Index count = 0;
  for (const auto& potential : problem_->potentials) count += indefinite_elements(*potential, before_);
  report.diagnostics.set("indefinite_elements", static_cast<double>(count));
}

// Takes a full step with the exact Hessian, if it halves the gradient's norm. The gradient still shows
// progress when rounding hides the change of f.
template <class Real>
bool Newton<Real>::polish_once() {
  if (system_.find_direction(current_, Definiteness::exact, direction_) != MatrixDefect::none) return false;
  if (problem_->largest_step(current_.positions, direction_) < 1) return false;
  try_step(*problem_, current_, direction_, Real(1), trial_);
  constexpr Real unit = std::max(Real(1e-12), 16 * std::numeric_limits<Real>::epsilon());
  const Real rounding = unit * std::abs(current_.objective);
  if (!(trial_.gradient.norm() < current_.gradient.norm() / 2)) return false;
  if (!(trial_.objective <= current_.objective + rounding)) return false;  // f rose: another minimum, or none
  std::swap(current_, trial_);
  return true;
}

template <class Real>
int Newton<Real>::polish() {
  constexpr int maximum_steps = 20;
  int steps = 0;
  while (steps < maximum_steps && polish_once()) ++steps;
  return steps;
}

template <class Real>
bool Newton<Real>::is_stable() {
  return system_.is_semidefinite(current_, direction_);
}

template class Newton<double>;
template class Newton<float>;

}  // namespace simbench

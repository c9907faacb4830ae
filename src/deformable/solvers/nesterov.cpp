#include "deformable/solvers/nesterov.h"

#include <array>
#include <cmath>

#include "math/dot.h"

namespace simbench {

void NesterovSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> restarts = {"gradient", "objective", "none"};
  describe_map(fields);
  config::choice(
      fields, "restart", restart, restarts,
      {.doc = "when the momentum begins anew: if the step goes against the gradient, if f rises, or "
              "never"});
}

template <class Real>
std::optional<Failure> Nesterov<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  positions_ = extrapolated_ = change_ = gradient_ = step_ = problem.start_positions();
  momentum_ = {};
  if (settings_.restart == NesterovRestart::objective) objective_ = problem.objective(positions_);
  return map_.begin_step(problem, positions_, Real(1));
}

template <class Real>
IterationReport Nesterov<Real>::iterate() {
  if (!std::isfinite(problem_->objective_and_gradient(extrapolated_, gradient_)))
    return {.stop = Failure{Status::diverged, "the objective is not finite"}};
  step_ = gradient_;
  if (!map_.to_step(step_)) return {.stop = map_.metric().failure()};
  change_ = extrapolated_ - step_ - positions_;
  bool restarts = settings_.restart == NesterovRestart::gradient && dot(gradient_, change_) > 0;
  positions_ += change_;
  if (settings_.restart == NesterovRestart::objective) {
    const Real objective = problem_->objective(positions_);
    restarts = objective > objective_;
    objective_ = objective;
  }
  if (restarts) momentum_.restart();
  extrapolated_ = positions_ + (restarts ? Real(0) : momentum_.next()) * change_;
  IterationReport report;
  map_.metric().report_iterations(report);
  return report;
}

template class Nesterov<double>;
template class Nesterov<float>;

}  // namespace simbench

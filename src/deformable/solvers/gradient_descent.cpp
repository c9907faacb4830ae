#include "deformable/solvers/gradient_descent.h"

#include "deformable/solvers/line_search/search_along.h"

namespace simbench {

void GradientDescentSettings::describe(config::Fields& fields) {
  describe_metric(fields, metric);
  describe_search(fields);
  describe_linear_solver(fields, linear_solver, metric, "metric");
}

template <class Real>
std::optional<Failure> GradientDescent<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  current_ = iterate_at(problem, problem.start_positions());
  trial_ = current_;
  direction_ = current_.gradient;
  if (const auto failure = metric_.prepare(problem, problem.stiffnesses(), current_.positions))
    return failure;
  length_ = metric_.safe_length();
  return {};
}

template <class Real>
IterationReport GradientDescent<Real>::iterate() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  direction_ = -current_.gradient;
  if (!metric_.solve_in_place(direction_)) return {.stop = metric_.failure()};
  const Real slope = slope_along(current_, direction_);
  IterationReport report = search_along(settings_, *problem_, current_, {direction_, slope, length_}, trial_);
  metric_.report_iterations(report);
  if (report.stop) return report;
  if (settings_.line_search != LineSearch::none)
    length_ = 2 * static_cast<Real>(*report.diagnostics["step_length"]);
  std::swap(current_, trial_);
  return report;
}

template class GradientDescent<double>;
template class GradientDescent<float>;

}  // namespace simbench

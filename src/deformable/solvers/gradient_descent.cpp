#include "deformable/solvers/gradient_descent.h"

#include <array>

#include "deformable/solvers/line_search/search_along.h"
#include "deformable/solvers/linear/initial_matrix.h"

namespace simbench {

void GradientDescentSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> metrics = {"identity", "mass", "stiffness"};
  config::choice(fields, "metric", metric, metrics,
                 {.doc = "metric of steps: the identity, M/h^2, or S; with S this is pd with a line search"});
  describe_search(fields);
  linear_solver.describe(fields);
}

template <class Real>
std::optional<Failure> GradientDescent<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  current_ = iterate_at(problem, problem.inertial_positions);
  trial_ = current_;
  direction_ = current_.gradient;
  inverse_weights_ = problem.inverse_masses() * (problem.time_step * problem.time_step);
  const SparseMatrix<Real> S = problem.stiffness_matrix();
  // With this length the first step does not overshoot, if S bounds the Hessian.
  switch (settings_.metric) {
    case DescentMetric::identity:
      length_ = 1 / largest_row_sum(S);
      break;
    case DescentMetric::mass:
      length_ = 1 / largest_row_sum(S, inverse_weights_);
      break;
    case DescentMetric::stiffness:
      length_ = 1;
      if (!system_.factorize_free(S, problem)) return system_.failure();
  }
  return {};
}

// direction ← −P⁻¹ ∇f.
template <class Real>
void GradientDescent<Real>::find_direction() {
  direction_ = -current_.gradient;
  if (settings_.metric == DescentMetric::stiffness) {
    system_.solve_in_place(direction_);
  } else if (settings_.metric == DescentMetric::mass) {
    for (Index i = 0; i < direction_.cols(); ++i) direction_.col(i) *= inverse_weights_[i];
  }
}

template <class Real>
IterationReport GradientDescent<Real>::iterate() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  find_direction();
  const Real slope = slope_along(current_, direction_);
  const IterationReport report =
      search_along(settings_, *problem_, current_, {direction_, slope, length_}, trial_);
  if (report.stop) return report;
  if (settings_.line_search != LineSearch::none)
    length_ = 2 * static_cast<Real>(*report.diagnostics["step_length"]);
  std::swap(current_, trial_);
  return report;
}

template class GradientDescent<double>;
template class GradientDescent<float>;

}  // namespace simbench

#include "deformable/solvers/newton_conjugate_gradients.h"

#include <algorithm>
#include <cmath>

#include "deformable/solvers/line_search/search_along.h"
#include "math/dot.h"
#include "math/work.h"

namespace simbench {

void NewtonConjugateGradientsSettings::describe(config::Fields& fields) {
  describe_metric(fields, metric);
  fields.optional_number(
      "forcing", forcing,
      {.doc = "the inner iterations stop when the residual is this part of the gradient (default min(0.5, "
              "sqrt(|g|/|g_0|)), g_0 the gradient at the start of the step)",
       .range = {.minimum = 0, .maximum = 1, .minimum_open = true},
       .example = "1e-3"});
  describe_search(fields);
}

template <class Real>
Cost NewtonConjugateGradients<Real>::cost(const ProblemSize& size) {
  Cost cost = first_order_cost(size);
  cost.iteration_seconds *= 20;  // assembly, products and solves
  cost.usual_iterations = 50;
  return cost;
}

template <class Real>
std::optional<Failure> NewtonConjugateGradients<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  current_ = iterate_at(problem, problem.start_positions());
  trial_ = current_;
  direction_ = residual_ = descent_ = conjugate_ = product_ = current_.gradient;
  hessian_ = problem.hessian_pattern();
  start_size_.reset();
  return metric_.prepare(problem, problem.stiffnesses(), current_.positions);
}

template <class Real>
IterationReport NewtonConjugateGradients<Real>::iterate() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  const std::optional<Truncated> truncated = find_direction();
  if (!truncated) return {.stop = metric_.failure()};
  const Real slope = slope_along(current_, direction_);
  IterationReport report =
      search_along(settings_, *problem_, current_, {direction_, slope, truncated->first_length}, trial_);
  if (!report.stop) std::swap(current_, trial_);
  report.diagnostics.set("linear_iterations", truncated->iterations);
  return report;
}

template <class Real>
auto NewtonConjugateGradients<Real>::find_direction() -> std::optional<Truncated> {
  problem_->hessian(current_.positions, Definiteness::exact, *hessian_);
  const auto H = hessian_->matrix().template selfadjointView<Eigen::Lower>();
  direction_.setZero();
  residual_ = descent_ = current_.gradient;
  if (!metric_.solve_in_place(descent_)) return {};
  Real size = dot(residual_, descent_);  // ‖r‖² in the norm of P⁻¹
  if (!start_size_) start_size_ = size;
  const Real adaptive = std::min(Real(0.5), std::sqrt(std::sqrt(size / *start_size_)));
  const Real forcing = settings_.forcing ? static_cast<Real>(*settings_.forcing) : adaptive;
  const Real goal = forcing * forcing * size;
  const Index most_iterations = direction_.size();  // conjugate gradients end by then in exact arithmetic
  conjugate_ = -descent_;
  for (int iteration = 1; iteration <= most_iterations; ++iteration) {
    product_.reshaped().noalias() = H * conjugate_.reshaped();
    ++work_done.products;
    const Real curvature = dot(conjugate_, product_);
    if (!(curvature > 0) || !std::isfinite(curvature)) {
      if (iteration > 1) return Truncated{iteration, 1};
      direction_ = conjugate_;
      return Truncated{iteration, metric_.safe_length()};
    }
    const Real length = size / curvature;
    direction_ += length * conjugate_;
    residual_ += length * product_;
    descent_ = residual_;
    if (!metric_.solve_in_place(descent_)) return {};
    const Real next_size = dot(residual_, descent_);
    if (!(next_size > goal)) return Truncated{iteration, 1};
    conjugate_ = (next_size / size) * conjugate_ - descent_;
    size = next_size;
  }
  return Truncated{static_cast<int>(most_iterations), 1};
}

template class NewtonConjugateGradients<double>;
template class NewtonConjugateGradients<float>;

}  // namespace simbench

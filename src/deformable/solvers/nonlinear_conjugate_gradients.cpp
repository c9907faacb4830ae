#include "deformable/solvers/nonlinear_conjugate_gradients.h"

#include <algorithm>
#include <array>

#include "deformable/solvers/line_search/search_along.h"

namespace simbench {

void NonlinearConjugateGradientsSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 6> formulas = {
      "dai_kou", "hager_zhang", "dai_yuan", "fletcher_reeves", "polak_ribiere", "hestenes_stiefel"};
  describe_metric(fields, metric);
  config::choice(fields, "formula", formula, formulas, {.doc = "the factor beta of the last direction"});
  describe_step_filter(fields);
  describe_linear_solver(fields, linear_solver, metric, "metric");
}

template <class Real>
std::optional<Failure> NonlinearConjugateGradients<Real>::begin_step(
    const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  current_ = iterate_at(problem, problem.start_positions());
  trial_ = current_;
  descent_ = last_descent_ = current_.gradient;
  direction_.setZero(3, problem.vertex_count());
  if (const auto failure = metric_.prepare(problem, problem.stiffnesses(), current_.positions))
    return failure;
  if (!metric_.solve_in_place(descent_)) return metric_.failure();
  direction_ = -descent_;
  return {};
}

template <class Real>
Real NonlinearConjugateGradients<Real>::conjugacy() const {
  const Positions<Real>&g = trial_.gradient, &next = current_.gradient, &d = direction_;
  const Real next_z = dot(next, descent_), g_z = dot(g, last_descent_);  // g₊ᵀz₊, gᵀz
  const Real next_y = next_z - dot(next, last_descent_);                 // g₊ᵀP⁻¹y
  const Real d_next = dot(d, next), d_y = d_next - dot(d, g);
  switch (settings_.formula) {
    case ConjugateFormula::fletcher_reeves:
      return next_z / g_z;
    case ConjugateFormula::polak_ribiere:
      return std::max(Real(0), next_y / g_z);
    case ConjugateFormula::dai_yuan:
      return next_z / d_y;
    case ConjugateFormula::hestenes_stiefel:
      return std::max(Real(0), next_y / d_y);
    case ConjugateFormula::dai_kou:
    case ConjugateFormula::hager_zhang:
      break;
  }
  const Real y_y = next_y - dot(g, descent_) + g_z;  // yᵀP⁻¹y
  const Real factor = settings_.formula == ConjugateFormula::hager_zhang ? 2 : 1;
  return next_y / d_y - factor * (y_y / d_y) * (d_next / d_y);
}

// Takes Newton's length along the direction, or a shorter one that lowers f.
template <class Real>
IterationReport NonlinearConjugateGradients<Real>::descend_along_direction() {
  const Real slope = slope_along(current_, direction_);
  const Real curvature = problem_->curvature(current_.positions, direction_);
  const Real length = curvature > 0 ? -slope / curvature : metric_.safe_length();
  LineSearchSettings guard = settings_;
  guard.c1 = 1e-4;
  return search_along(guard, *problem_, current_, {direction_, slope, length}, trial_);
}

template <class Real>
IterationReport NonlinearConjugateGradients<Real>::iterate() {
  const bool is_restart = !(slope_along(current_, direction_) < 0);
  if (is_restart) direction_ = -descent_;
  IterationReport report = descend_along_direction();
  // A direction that is nearly orthogonal to the gradient must not end the run.
  if (report.stop && !is_restart) {
    direction_ = -descent_;
    report = descend_along_direction();
  }
  if (report.stop) return report;
  std::swap(current_, trial_);
  std::swap(descent_, last_descent_);
  descent_ = current_.gradient;
  if (!metric_.solve_in_place(descent_)) return {.stop = metric_.failure()};
  const Real beta = conjugacy();
  direction_ = (std::isfinite(beta) ? beta : Real(0)) * direction_ - descent_;
  metric_.report_iterations(report);
  return report;
}

template class NonlinearConjugateGradients<double>;
template class NonlinearConjugateGradients<float>;

}  // namespace simbench

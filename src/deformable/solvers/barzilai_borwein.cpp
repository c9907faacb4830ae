#include "deformable/solvers/barzilai_borwein.h"

#include <algorithm>
#include <array>

namespace simbench {

void BarzilaiBorweinSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> lengths = {"longer", "shorter", "alternating"};
  describe_metric(fields, metric);
  config::choice(fields, "length", length, lengths,
                 {.doc = "a of the step -a P^-1 grad f: s'P s/s'y, s'y/y'P^-1 y, or both in turns"});
  fields.integer("window", window,
                 {.doc = "f may rise up to its largest value of this many iterates; 1: it never rises",
                  .minimum = 1,
                  .maximum = 1000});
  describe_linear_solver(fields, linear_solver, metric, "metric");
}

template <class Real>
std::optional<Failure> BarzilaiBorwein<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  current_ = iterate_at(problem, problem.start_positions());
  trial_ = current_;
  if (const auto failure = metric_.prepare(problem, problem.stiffnesses(), current_.positions))
    return failure;
  length_ = metric_.safe_length();
  iteration_ = 0;
  objectives_.assign(static_cast<std::size_t>(settings_.window), current_.objective);
  direction_ = last_direction_ = -current_.gradient;
  if (!metric_.solve_in_place(direction_)) return metric_.failure();
  return {};
}

// sᵀP s = a² zᵀg, sᵀy = −a zᵀ(g₊ − g) and yᵀP⁻¹y = (g₊ − g)ᵀ(z₊ − z) need no product with P. If f is not
// convex along the step, or if rounding hides the changes, the length doubles.
template <class Real>
Real BarzilaiBorwein<Real>::next_length(Real step_length) const {
  const Positions<Real>&g = trial_.gradient, &next = current_.gradient;
  const Real square = -dot(last_direction_, g);                                 // sᵀP s/a²
  const Real curvature = dot(last_direction_, next) - dot(last_direction_, g);  // sᵀy/a
  const Real change = (dot(next, last_direction_) - dot(next, direction_)) -
                      (dot(g, last_direction_) - dot(g, direction_));  // yᵀP⁻¹y
  const bool is_longer = settings_.length == BarzilaiBorweinLength::longer ||
                         (settings_.length == BarzilaiBorweinLength::alternating && iteration_ % 2 == 0);
  const Real factor = is_longer ? square / curvature : curvature / change;
  return step_length * (curvature > 0 && factor > 0 && std::isfinite(factor) ? factor : Real(2));
}

template <class Real>
IterationReport BarzilaiBorwein<Real>::iterate() {
  const Real slope = slope_along(current_, direction_);
  const SearchLine<Real> line{direction_, slope, length_};
  if (const auto stop = reason_to_stop(*problem_, current_, line)) return {.stop = stop};
  constexpr Real c1 = Real(1e-4);
  const Real highest = *std::ranges::max_element(objectives_);
  IterationReport report;
  const Real first = allowed_length(*problem_, current_, line, report);
  if (report.stop) return report;
  const auto decreases = [&](Real alpha) {
    try_step(*problem_, current_, direction_, alpha, trial_);
    return trial_.objective <= highest + c1 * alpha * slope;
  };
  report = backtrack(LineSearchSettings{}, first, decreases, report);
  if (report.stop) return report;
  std::swap(current_, trial_);
  objectives_[static_cast<std::size_t>(iteration_++ % settings_.window)] = current_.objective;
  std::swap(direction_, last_direction_);
  direction_ = -current_.gradient;
  if (!metric_.solve_in_place(direction_)) return {.stop = metric_.failure()};
  length_ = next_length(static_cast<Real>(*report.diagnostics["step_length"]));
  metric_.report_iterations(report);
  return report;
}

template class BarzilaiBorwein<double>;
template class BarzilaiBorwein<float>;

}  // namespace simbench

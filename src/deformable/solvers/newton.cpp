#include "deformable/solvers/newton.h"

#include <array>

#include "deformable/solvers/line_search/search_along.h"
#include "deformable/solvers/linear/indefinite_solve.h"

namespace simbench {

void NewtonSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 4> hessians = {"clamped", "exact", "exact_if_spd",
                                                               "absolute"};
  static constexpr std::array<std::string_view, 2> starts = {"inertial", "previous"};
  config::choice(
      fields, "hessian", hessian, hessians,
      {.doc =
           "Hessian of each element: negative eigenvalues set to zero, exact, exact if the sum is positive "
           "definite and else clamped, or absolute eigenvalues"});
  describe_search(fields);
  config::choice(
      fields, "start", start, starts,
      {.doc = "positions of iteration 0: the inertial ones, or those at the beginning of the step"});
}

template <class Real>
std::optional<Failure> Newton<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  hessian_ = problem.hessian_pattern();
  system_.analyze(hessian_->matrix(), 3);
  Positions<Real> start = problem.inertial_positions;
  if (settings_.start == NewtonStart::previous) {
    start = problem.previous_positions;
    problem.move_held_to_targets(start);
  }
  current_ = iterate_at(problem, start);
  trial_ = current_;
  direction_ = current_.gradient;
  return {};
}

// direction ← −H⁻¹ ∇f with the Hessian that the settings choose. Returns the defect of H if H gives no
// direction; for a clamped H this happens only in statics without enough anchors.
template <class Real>
MatrixDefect Newton<Real>::find_direction() {
  switch (settings_.hessian) {
    case NewtonHessian::exact:
      problem_->hessian(current_.positions, Definiteness::exact, *hessian_);
      direction_ = -current_.gradient;
      return solve_indefinite(system_, hessian_->matrix(), direction_);
    case NewtonHessian::exact_if_spd:
      if (find_definite_direction(Definiteness::exact) == MatrixDefect::none) return MatrixDefect::none;
      break;
    case NewtonHessian::absolute:
      return find_definite_direction(Definiteness::absolute);
    case NewtonHessian::clamped:
      break;
  }
  return find_definite_direction(Definiteness::clamped);
}

template <class Real>
MatrixDefect Newton<Real>::find_definite_direction(Definiteness definiteness) {
  problem_->hessian(current_.positions, definiteness, *hessian_);
  direction_ = -current_.gradient;
  system_.solve_once(hessian_->matrix(), direction_.reshaped());
  return system_.defect();
}

template <class Real>
IterationReport Newton<Real>::iterate() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  if (const MatrixDefect defect = find_direction(); defect != MatrixDefect::none)
    return {.stop = failure_of(defect)};
  const Real slope = slope_along(current_, direction_);
  IterationReport report = search_along(settings_, *problem_, current_, {direction_, slope}, trial_);
  if (!report.stop) {
    std::swap(current_, trial_);
  } else if (report.stop == Status::stalled && polish_once()) {
    report = {};
    report.diagnostics.set("step_length", 1);
  }
  return report;
}

// Takes a full step with the exact Hessian, if it halves the gradient's norm. The gradient still shows
// progress when rounding hides the change of f.
template <class Real>
bool Newton<Real>::polish_once() {
  if (find_definite_direction(Definiteness::exact) != MatrixDefect::none) return false;
  try_step(*problem_, current_, direction_, Real(1), trial_);
  const Real rounding = Real(1e-12) * std::abs(current_.objective);
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

template class Newton<double>;
template class Newton<float>;

}  // namespace simbench

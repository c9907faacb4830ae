#include "solver/newton.h"

#include <array>

#include "solver/indefinite_solve.h"
#include "solver/search_along.h"

namespace simbench {

void NewtonSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 4> hessians = {"clamped", "exact", "exact_if_spd",
                                                               "absolute"};
  static constexpr std::array<std::string_view, 2> starts = {"inertial", "previous"};
  config::choice(
      fields, "hessian", hessian, hessians,
      {.doc = "of each element: without negative eigenvalues, as it is, as it is where the sum is positive "
              "definite, or with absolute eigenvalues"});
  describe_search(fields);
  config::choice(fields, "start", start, starts,
                 {.doc = "iteration 0 is at the inertial positions, or at those where the step begins"});
}

template <class Real>
std::optional<Failure> Newton<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  const Index n = problem.vertex_count();
  hessian_ = problem.hessian_pattern();
  system_.analyze(hessian_->matrix(), 3);
  trial_.positions.resize(3, n);
  trial_.gradient.resize(3, n);
  direction_.resize(3, n);
  current_ = trial_;
  current_.positions = problem.inertial_positions;
  if (settings_.start == NewtonStart::previous) {
    current_.positions = problem.previous_positions;
    problem.put_held(current_.positions);
  }
  current_.objective = problem.objective_and_gradient(current_.positions, current_.gradient);
  return {};
}

// direction ← −H⁻¹ ∇f, H as the settings have it. False if H is not finite or not positive definite, or singular if it need not be.
template <class Real>
bool Newton<Real>::find_direction() {
  switch (settings_.hessian) {
    case NewtonHessian::exact:
      if (find_definite_direction(Definiteness::exact)) return true;
      direction_ = -current_.gradient;
      return solve_indefinite(hessian_->matrix(), direction_);
    case NewtonHessian::exact_if_spd:
      return find_definite_direction(Definiteness::exact) || find_definite_direction(Definiteness::clamped);
    case NewtonHessian::absolute:
      return find_definite_direction(Definiteness::absolute);
    case NewtonHessian::clamped:
      break;
  }
  return find_definite_direction(Definiteness::clamped);
}

// False if H is not finite or not positive definite (clamped: statics without enough anchors).
template <class Real>
bool Newton<Real>::find_definite_direction(Definiteness definiteness) {
  problem_->hessian(current_.positions, definiteness, *hessian_);
  direction_ = -current_.gradient;
  return system_.solve_once(hessian_->matrix(), direction_.reshaped());
}

template <class Real>
IterationReport Newton<Real>::iterate() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  if (!find_direction()) return {.stop = failure_of(system_.defect()).status};
  const Real slope = current_.gradient.cwiseProduct(direction_).sum();
  const IterationReport report = search_along(settings_, *problem_, current_, direction_, slope, trial_);
  if (!report.stop) std::swap(current_, trial_);
  return report;
}

template <class Real>
int Newton<Real>::polish() {
  constexpr int maximum_steps = 20;
  int steps = 0;
  while (steps < maximum_steps && find_definite_direction(Definiteness::exact)) {
    trial_.positions = current_.positions + direction_;
    trial_.objective = problem_->objective_and_gradient(trial_.positions, trial_.gradient);
    const Real rounding = Real(1e-12) * std::abs(current_.objective);
    if (!(trial_.gradient.norm() < current_.gradient.norm() / 2)) break;
    if (!(trial_.objective <= current_.objective + rounding)) break;  // another minimum, or none
    std::swap(current_, trial_);
    ++steps;
  }
  return steps;
}

template class Newton<double>;
template class Newton<float>;

}  // namespace simbench

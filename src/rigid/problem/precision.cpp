#include "rigid/problem/precision.h"

#include <algorithm>
#include <cmath>

namespace simbench::rigid {

namespace {

template <class To, template <class> class Constraint, class From>
Constraint<To> rounded_constraint(const Constraint<From>& constraint) {
  Constraint<To> result;
  result.bodies = constraint.bodies;
  round_to(result.compliance, constraint.compliance);
  round_to(result.lower_bound, constraint.lower_bound);
  round_to(result.upper_bound, constraint.upper_bound);
  round_to(result.slack, constraint.slack);
  round_to(result.target, constraint.target);
  result.is_spring = constraint.is_spring;
  result.entry = constraint.entry;
  const auto to = Constraint<To>::members(result);
  const auto from = Constraint<From>::members(constraint);
  const auto round_all = [&]<std::size_t... k>(std::index_sequence<k...>) {
    (round_to(std::get<k>(to), std::get<k>(from)), ...);
  };
  round_all(std::make_index_sequence<std::tuple_size_v<std::decay_t<decltype(to)>>>());
  return result;
}

}  // namespace

template <class To, class From>
Constraints<To> rounded(const Constraints<From>& constraints) {
  if constexpr (std::is_same_v<To, From>) {
    return constraints;
  } else {
    Constraints<To> result;
    constraints.for_each(
        [&](const auto& constraint, Index) { result.push_back(rounded_constraint<To>(constraint)); });
    return result;
  }
}

template <class To, class From>
StepProblem<To> rounded(const StepProblem<From>& problem) {
  StepProblem<To> result;
  result.time_step = static_cast<To>(problem.time_step);
  result.previous = rounded<To>(problem.previous);
  result.predicted = rounded<To>(problem.predicted);
  round_to(result.gravity, problem.gravity);
  for (const Inertia<From>& inertia : problem.inertias) {
    Inertia<To>& own = result.inertias.emplace_back();
    round_to(own.inverse_mass, inertia.inverse_mass);
    round_to(own.inverse_principal, inertia.inverse_principal);
  }
  result.velocities = rounded<To>(problem.velocities);
  result.predicted_velocities = rounded<To>(problem.predicted_velocities);
  result.constraints = rounded<To>(problem.constraints);
  result.found = problem.found;
  result.substep = problem.substep;
  return result;
}

StepProblem<float> single_precision(const StepProblem<double>& problem) {
  return rounded<float>(problem);
}

bool is_representable(const StepProblem<float>& rounded, const StepProblem<double>& problem) {
  for (std::size_t b = 0; b < rounded.inertias.size(); ++b) {
    const Inertia<float>& found = rounded.inertias[b];
    const Inertia<double>& wanted = problem.inertias[b];
    if (!std::isfinite(found.inverse_mass) || !found.inverse_principal.allFinite()) return false;
    if (found.translates() != wanted.translates() ||
        ((found.inverse_principal.array() > 0) != (wanted.inverse_principal.array() > 0)).any())
      return false;
  }
  return std::ranges::all_of(rounded.predicted, is_finite<float>) &&
         std::ranges::all_of(rounded.previous, is_finite<float>);
}

template Constraints<double> rounded(const Constraints<double>&);
template Constraints<double> rounded(const Constraints<float>&);
template StepProblem<double> rounded(const StepProblem<double>&);
template StepProblem<double> rounded(const StepProblem<float>&);
template StepProblem<float> rounded(const StepProblem<double>&);

}  // namespace simbench::rigid

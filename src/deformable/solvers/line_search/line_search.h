// Line searches along a direction p from q, with the settings of all solvers that search: backtracking with
// Armijo's condition (Nocedal and Wright 2006, Alg. 3.1; Ledwon 2024, Alg. 6 with its inequality corrected),
// and the full step p without any condition on f.
#pragma once

#include <cmath>

#include "deformable/problem/stationarity.h"
#include "deformable/solvers/solver.h"
#include "math/dot.h"

namespace simbench {

// `none` takes the first length without any condition on f; the others try it first.
enum class LineSearch { backtracking, none, strong_wolfe };

inline constexpr const char* not_finite = "the search direction or its step is not finite";
inline constexpr const char* too_short_a_step =
    "the step has become too short to change the objective, although its gradient is not small";

inline constexpr const char* no_allowed_step =
    "a term of the objective allows no step along the direction: a gap is as small as the rounding of "
    "positions, so the push is stronger than the term";

inline constexpr double least_allowed_part = 1e-50;  // terms that allow no step return less
inline constexpr double backtracking_c1 = 0.3, strong_wolfe_c1 = 1e-4;

struct LineSearchSettings {
  LineSearch line_search = LineSearch::backtracking;
  std::optional<double> c1;       // empty means the default of the search
  double c2 = 0.9;                // of the strong Wolfe conditions
  double beta = 0.5;              // of backtracking
  double gradient_tolerance = 0;  // ε [N]
  StepFilter step_filter = StepFilter::ccd;
  void describe_search(config::Fields& fields);
  // The parts of the former: for solvers without contact, and for those with a line search of their own.
  void describe_line_search(config::Fields& fields);
  void describe_step_filter(config::Fields& fields);

  // Whether ‖∇f‖ ≤ ε, so that the solver stops as converged; always false for the default ε = 0.
  template <class Real>
  bool is_small(const Positions<Real>& gradient) const {
    return gradient_tolerance > 0 && gradient.norm() <= static_cast<Real>(gradient_tolerance);
  }
};

// Positions of a solver that descends, with the objective and its gradient.
template <class Real>
struct Iterate {
  Positions<Real> positions;
  Positions<Real> gradient;  // ∂f/∂q [N]
  Real objective = 0;        // [J]
};

template <class Real>
Iterate<Real> iterate_at(const IncrementalPotential<Real>& problem, const Positions<Real>& positions) {
  Iterate<Real> result{positions, positions};
  result.objective = problem.objective_and_gradient(positions, result.gradient);
  return result;
}

// ∇fᵀ p [J].
template <class Real>
Real slope_along(const Iterate<Real>& current, const Positions<Real>& direction) {
  return dot(current.gradient, direction);
}

// The line q + α p of a search.
template <class Real>
struct SearchLine {
  const Positions<Real>& direction;  // p
  Real slope;                        // ∇fᵀp [J]
  // First α that is tried: 1 if p is a step [m], such as Newton's; otherwise the factor that makes p a step,
  // such as 1/L for −∇f.
  Real first_length = 1;
  // If p has already been shortened to what the terms allow: the part of its length that was left.
  std::optional<Real> allowed_part = {};
};

// The reason not to search along a line; empty if there is none. diverged: the slope or f is not finite.
// converged: the decrease that the first length promises is below the precision of f − f(rest), and the
// gradient is small, too. stalled: only the former (the length or the direction has collapsed), or f rises
// along p (by rounding in a badly conditioned system). f(rest), a constant of some laws, is subtracted
// because it does not depend on the distance to the minimum.
template <class Real>
std::optional<Failure> reason_to_stop(const IncrementalPotential<Real>& problem, const Iterate<Real>& current,
                                      const SearchLine<Real>& line) {
  constexpr Real precision = Real(1e-14);
  const Real promise = line.first_length * line.slope;
  if (!std::isfinite(promise) || !std::isfinite(current.objective))
    return Failure{Status::diverged, not_finite};
  if (std::abs(promise) <= precision * std::abs(current.objective - problem.rest_energy())) {
    if (is_stationary(problem, current.positions, current.gradient, current.objective))
      return Status::converged;
    return Failure{Status::stalled, too_short_a_step};
  }
  if (promise > 0) return Status::stalled;
  return {};
}

// Tells the part of a step that the terms of the objective allow, the diagnostic "allowed_step". If it is
// none, the report stops as stalled.
template <class Real>
void report_allowed(Real part, IterationReport& report) {
  report.diagnostics.set("allowed_step", part);
  if (static_cast<double>(part) < least_allowed_part) report.stop = Failure{Status::stalled, no_allowed_step};
}

// The first length of the line, or a shorter one if a term of the objective allows no more. If it allows
// none, the report stops.
template <class Real>
Real allowed_length(const IncrementalPotential<Real>& problem, const Iterate<Real>& current,
                    const SearchLine<Real>& line, IterationReport& report) {
  if (problem.terms.empty()) return line.first_length;
  if (line.allowed_part) {
    report_allowed(*line.allowed_part, report);
    return line.first_length;
  }
  const Positions<Real> step = line.first_length * line.direction;
  const Real part = problem.largest_step(current.positions, step);
  report_allowed(part, report);
  return part * line.first_length;
}

// Armijo's condition: f falls, and by at least c₁ α |slope|. An equal f counts as no decrease.
template <class Real>
bool decreases_enough(Real objective, Real before, Real c1, Real alpha, Real slope) {
  return objective < before && objective <= before + c1 * alpha * slope;
}

// trial ← q + α p. The gradient is computed in the same pass as the objective, because the first trial is
// nearly always the last one.
template <class Real>
void try_step(const IncrementalPotential<Real>& problem, const Iterate<Real>& current,
              const Positions<Real>& direction, Real alpha, Iterate<Real>& trial) {
  trial.positions = current.positions + alpha * direction;
  trial.objective = problem.objective_and_gradient(trial.positions, trial.gradient);
}

// Tries α = first, β first, β² first, … until decreases(α) is true. Stops as stalled if it never is. Adds to
// the report.
template <class Real, class Decreases>
IterationReport backtrack(const LineSearchSettings& settings, Real first, const Decreases& decreases,
                          IterationReport report = {}) {
  const Real beta = static_cast<Real>(settings.beta), smallest = Real(1e-12) * first;
  int evaluations = 0;
  for (Real alpha = first; alpha >= smallest && !report.diagnostics["step_length"]; alpha *= beta) {
    ++evaluations;
    if (decreases(alpha)) report.diagnostics.set("step_length", alpha);
  }
  report.diagnostics.set("evaluations", evaluations);
  if (!report.diagnostics["step_length"]) report.stop = Status::stalled;
  return report;
}

// Tries q + α p until f decreases enough; `trial` is then the new iterate. Stops if reason_to_stop() has a
// reason, and as stalled if no α lowers f.
template <class Real>
IterationReport descend(const LineSearchSettings& settings, const IncrementalPotential<Real>& problem,
                        const Iterate<Real>& current, const SearchLine<Real>& line, Iterate<Real>& trial) {
  const Real c1 = static_cast<Real>(settings.c1.value_or(backtracking_c1));
  if (const std::optional<Failure> stop = reason_to_stop(problem, current, line)) return {.stop = stop};
  IterationReport report;
  const Real first = allowed_length(problem, current, line, report);
  if (report.stop) return report;
  const auto decreases = [&](Real alpha) {
    try_step(problem, current, line.direction, alpha, trial);
    return decreases_enough(trial.objective, current.objective, c1, alpha, line.slope);
  };
  return backtrack(settings, first, decreases, report);
}

// Takes the first length without a search; f may rise. Stops if reason_to_stop() has a reason, and as
// diverged if f is not finite there.
template <class Real>
IterationReport take_first_step(const IncrementalPotential<Real>& problem, const Iterate<Real>& current,
                                const SearchLine<Real>& line, Iterate<Real>& trial) {
  IterationReport report{.stop = reason_to_stop(problem, current, line)};
  if (report.stop) return report;

  const Real length = allowed_length(problem, current, line, report);
  if (report.stop) return report;
  try_step(problem, current, line.direction, length, trial);
  report.diagnostics.set("evaluations", 1);
  report.diagnostics.set("step_length", length);
  if (!std::isfinite(trial.objective)) report.stop = Failure{Status::diverged, not_finite};
  return report;
}

}  // namespace simbench

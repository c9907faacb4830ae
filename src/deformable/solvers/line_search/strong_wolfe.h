// A line search for the strong Wolfe conditions (Nocedal and Wright 2006, Eq. 3.7, Alg. 3.5 and 3.6): f
// decreases enough, and the slope along the direction falls to c₂ of its initial value. Then sᵀy > 0, so
// L-BFGS can keep every pair.
#pragma once

#include <algorithm>
#include <limits>

#include "deformable/solvers/line_search/line_search.h"

namespace simbench {

// A point of φ(α) = f(q + α p).
template <class Real>
struct LinePoint {
  Real alpha;
  Real value;  // φ [J]
  Real slope;  // φ' = ∇f(q + α p)ᵀp [J]
};

// An α between two points: the minimum of the cubic through their values and slopes (Eq. 3.59), or the middle
// if the minimum is undefined, outside, or within a tenth of an end.
template <class Real>
Real interpolate(const LinePoint<Real>& low, const LinePoint<Real>& high) {
  const Real width = high.alpha - low.alpha;
  const Real d1 = low.slope + high.slope - 3 * (high.value - low.value) / width;
  const Real d2 = std::copysign(std::sqrt(d1 * d1 - low.slope * high.slope), width);
  const Real fraction = 1 - (high.slope + d2 - d1) / (high.slope - low.slope + 2 * d2);
  return low.alpha + width * (fraction >= Real(0.1) && fraction <= Real(0.9) ? fraction : Real(0.5));
}

// Tries the first length, then twice, four times … that length, until two points enclose an α that satisfies
// both conditions (Alg. 3.5), and then lengths between them (Alg. 3.6). Both phases are one loop: `low` is
// the lowest point that decreases f enough, and an acceptable α lies between `low` and `high`, which is
// infinity at first. A φ that is not finite counts as too high. The longest length that the terms of the
// objective allow need not satisfy the second condition. `trial` is the new iterate. Stops if
// reason_to_stop() has a reason, and as stalled if it finds no α because rounding hides the changes of f.
template <class Real>
IterationReport search_strong_wolfe(const LineSearchSettings& settings,
                                    const IncrementalPotential<Real>& problem, const Iterate<Real>& current,
                                    const SearchLine<Real>& line, Iterate<Real>& trial) {
  const Real c1 = static_cast<Real>(settings.c1.value_or(strong_wolfe_c1)),
             c2 = static_cast<Real>(settings.c2);
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  constexpr int max_evaluations = 40;
  const Real slope = line.slope;
  IterationReport report{.stop = reason_to_stop(problem, current, line)};
  if (report.stop) return report;

  LinePoint<Real> low{0, current.objective, slope}, high{infinity, infinity, infinity};
  Real alpha = allowed_length(problem, current, line, report);
  if (report.stop) return report;
  const Real longest = problem.terms.empty() ? infinity : alpha;  // with terms, no length beyond is tried
  for (int evaluations = 1; evaluations <= max_evaluations; ++evaluations) {
    try_step(problem, current, line.direction, alpha, trial);
    const LinePoint<Real> point{alpha, trial.objective, dot(trial.gradient, line.direction)};
    if (!decreases_enough(point.value, current.objective, c1, alpha, slope) || point.value >= low.value) {
      high = point;
    } else if (std::abs(point.slope) <= -c2 * slope || (alpha == longest && point.slope < 0)) {
      report.diagnostics.set("evaluations", evaluations);
      report.diagnostics.set("step_length", alpha);
      return report;
    } else {
      if (point.slope * (high.alpha - low.alpha) >= 0) high = low;  // φ rises from this point towards `high`
      low = point;
    }
    alpha = high.alpha < infinity ? interpolate(low, high) : 2 * alpha;
  }
  report.diagnostics.set("evaluations", max_evaluations);
  report.stop = Status::stalled;
  return report;
}

}  // namespace simbench

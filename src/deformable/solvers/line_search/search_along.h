// Does the line search of a solver's settings, along the part of the direction that the terms of the
// objective allow. `trial` is the new iterate, unless the report has a reason to stop.
#pragma once

#include "deformable/solvers/line_search/strong_wolfe.h"

namespace simbench {

template <class Real>
IterationReport search_on_line(const LineSearchSettings& settings, const IncrementalPotential<Real>& problem,
                               const Iterate<Real>& current, const SearchLine<Real>& line,
                               Iterate<Real>& trial) {
  switch (settings.line_search) {
    case LineSearch::none:
      return take_first_step(problem, current, line, trial);
    case LineSearch::strong_wolfe:
      return search_strong_wolfe(settings, problem, current, line, trial);
    case LineSearch::backtracking:
      break;
  }
  return descend(settings, problem, current, line, trial);
}

// If the filter shortens the steps of single vertices, the line gets another direction. If f does not fall
// along it, the whole step is shortened instead.
template <class Real>
IterationReport search_along(const LineSearchSettings& settings, const IncrementalPotential<Real>& problem,
                             const Iterate<Real>& current, const SearchLine<Real>& line,
                             Iterate<Real>& trial) {
  if (problem.terms.empty() || settings.step_filter == StepFilter::ccd ||
      reason_to_stop(problem, current, line))
    return search_on_line(settings, problem, current, line, trial);
  Positions<Real> step = line.first_length * line.direction;
  const Real part = problem.shorten(settings.step_filter, current.positions, step);
  const SearchLine<Real> shorter{step, slope_along(current, step), 1, part};
  if (!(shorter.slope < 0)) return search_on_line(settings, problem, current, line, trial);
  IterationReport report = search_on_line(settings, problem, current, shorter, trial);
  if (const auto length = report.diagnostics["step_length"])
    report.diagnostics.set("step_length", *length * static_cast<double>(line.first_length));
  return report;
}

}  // namespace simbench

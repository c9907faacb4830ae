// The line search that a solver's settings ask for.
#pragma once

#include "solver/strong_wolfe.h"

namespace simbench {

template <class Real>
IterationReport search_along(const LineSearchSettings& settings, const IncrementalPotential<Real>& problem,
                             const Iterate<Real>& current, const Positions<Real>& direction, Real slope,
                             Iterate<Real>& trial) {
  switch (settings.line_search) {
    case LineSearch::none:
      return take_unit_step(problem, current, direction, slope, trial);
    case LineSearch::strong_wolfe:
      return search_strong_wolfe(settings, problem, current, direction, slope, trial);
    case LineSearch::backtracking:
      break;
  }
  return descend(settings, problem, current, direction, slope, trial);
}

}  // namespace simbench

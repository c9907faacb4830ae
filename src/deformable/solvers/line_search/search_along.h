// Does the line search of a solver's settings. `trial` is the new iterate, unless the report has a reason to
// stop.
#pragma once

#include "deformable/solvers/line_search/strong_wolfe.h"

namespace simbench {

template <class Real>
IterationReport search_along(const LineSearchSettings& settings, const IncrementalPotential<Real>& problem,
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

}  // namespace simbench

// All solvers of rigid bodies by name.
#pragma once

#include "config/solver_settings.h"
#include "rigid/solver.h"

namespace simbench::rigid {

struct SolverEntry : NamedSolver {
  // Why the solver cannot take these constraints under these settings in this precision; empty if it can.
  Declines (*declines)(const Constraints<double>& constraints, const SolverSettings& settings,
                       Precision precision);
  // The settings must be of the solver's own type, and the precision one that it does not decline.
  std::unique_ptr<Solver<double>> (*make)(const SolverSettings& settings, Precision precision);
};

// In the order of `simbench list solvers`.
const std::vector<SolverEntry>& solvers();
// nullptr if there is none of that name.
const SolverEntry* find_solver(std::string_view name);

}  // namespace simbench::rigid

// All solvers of rigid bodies by name.
#pragma once

#include "harness/registry.h"
#include "rigid/solvers/solver.h"

namespace simbench::rigid {

struct SolverEntry : RegisteredSolver<Solver> {
  // The reason why the solver declines these constraints with these settings; empty if it accepts them.
  Declines (*declines)(const Constraints& constraints, const SolverSettings& settings);
};

// In the order of `simbench list solvers`.
const std::vector<SolverEntry>& solvers();
// nullptr if no solver has this name.
const SolverEntry* find_solver(std::string_view name);

}  // namespace simbench::rigid

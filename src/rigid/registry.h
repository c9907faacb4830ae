// All solvers of rigid bodies by name.
#pragma once

#include "harness/registry.h"
#include "rigid/solver.h"

namespace simbench::rigid {

struct SolverEntry : RegisteredSolver<Solver<double>> {
  // Why the solver cannot take these constraints under these settings; empty if it can.
  Declines (*declines)(const Constraints<double>& constraints, const SolverSettings& settings);
};

// In the order of `simbench list solvers`.
const std::vector<SolverEntry>& solvers();
// nullptr if there is none of that name.
const SolverEntry* find_solver(std::string_view name);

}  // namespace simbench::rigid

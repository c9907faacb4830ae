// All solvers of deformable bodies by name.
#pragma once

#include "harness/registry.h"
#include "solver/solver.h"

namespace simbench {

// One solver of the program.
struct SolverEntry : RegisteredSolver<Solver<double>> {
  // Why the solver cannot take these potentials under these settings; empty if it can.
  Declines (*declines)(const Potentials<double>& potentials, const SolverSettings& settings);
  // Why it cannot take so many vertices.
  Declines (*declines_size)(Index vertices, const SolverSettings& settings);
  Cost (*cost)(const ProblemSize& size);
  bool evaluates_formulas;  // of integrators that have one (StepFormula), instead of minimising

  // Why it cannot take a problem; also declines the formula of an integrator that it does not evaluate.
  Declines declines_problem(const Potentials<double>& potentials, StepFormula formula, Index vertices,
                            const SolverSettings& settings) const;
};

// In the order of `simbench list solvers`.
const std::vector<SolverEntry>& solvers();
// nullptr if there is none of that name.
const SolverEntry* find_solver(std::string_view name);

}  // namespace simbench

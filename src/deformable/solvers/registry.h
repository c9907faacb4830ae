// All solvers of deformable bodies by name.
#pragma once

#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"
#include "harness/registry.h"

namespace simbench {

// One solver of the program.
struct SolverEntry : RegisteredSolver<Solver<double>> {
  // Why the solver cannot solve these potentials with these settings; empty if it can.
  Declines (*declines)(const Potentials<double>& potentials, const SolverSettings& settings);
  // Why it cannot solve a problem with this number of vertices; empty if it can.
  Declines (*declines_size)(Index vertices, const SolverSettings& settings);
  // Why it cannot begin a step elsewhere than at q̃ (StepStart); empty if it can.
  Declines (*declines_other_start)(const SolverSettings& settings);
  // Why it cannot take contact with these settings; empty if it can, or if it never can.
  Declines (*declines_contact)(const SolverSettings& settings);
  Cost (*cost)(const ProblemSize& size);
  SolverTraits traits;

  // Why it cannot solve a problem; empty if it can. An integrator with a formula needs a solver that
  // evaluates it, and vice versa.
  Declines declines_problem(const Potentials<double>& potentials, StepFormula formula, StepStart start,
                            Index vertices, const SolverSettings& settings) const;
  // Why it cannot minimise an objective with terms beside the potentials (Term) in this precision; empty if
  // it can.
  Declines declines_terms(Precision precision, TermKind kind, const SolverSettings& settings) const;
};

// In the order of `simbench list solvers`.
const std::vector<SolverEntry>& solvers();
// nullptr if there is no solver of that name.
const SolverEntry* find_solver(std::string_view name);

}  // namespace simbench

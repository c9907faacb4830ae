// What a solver is to the harness, whatever it moves: something that takes the problem of a time step and improves its coordinates by one
// outer iteration at a time. It neither measures nor prints; whoever runs it looks at the coordinates from outside. The solvers of a
// system derive an interface of their own from this, which says what their coordinates are.
#pragma once

#include <optional>

#include "harness/iteration_report.h"

namespace simbench {

template <class Problem>
class SolverOf {
 public:
  virtual ~SolverOf() = default;

  // How many iterations a step is going to have at most. Told before the first step, for solvers whose iterations depend on it.
  virtual void expect_iterations(int) {}

  // Set-up for one step: assembles and factorises what the iterations need, and puts the coordinates to where the step begins
  // (iteration 0). The problem must outlive the step. Empty, or why the step cannot be begun.
  virtual std::optional<Failure> begin_step(const Problem& problem) = 0;

  // Exactly one outer iteration.
  virtual IterationReport iterate() = 0;

  // Adds to the report of the last iteration what takes time to find out. Called where an iteration is recorded, with the clock stopped.
  virtual void complete(IterationReport&) const {}
};

}  // namespace simbench

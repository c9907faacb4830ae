// The interface of a solver of any system. A solver takes the problem of a time step and improves its
// coordinates by one outer iteration at a time. It does not measure or print anything: the harness reads the
// coordinates between iterations. Each system derives an interface for its solvers, which gives access to the
// coordinates.
#pragma once

#include <optional>

#include "harness/iteration_report.h"
#include "harness/solver_memory.h"

namespace simbench {

template <class Problem>
class SolverOf {
 public:
  virtual ~SolverOf() = default;

  // Sets the largest number of iterations of a step. It is called before the first step, for solvers whose
  // iterations depend on that number.
  virtual void expect_iterations(int) {}

  // Set-up for one step: assembles and factorises what the iterations need, and sets the coordinates to the
  // start of the step (iteration 0). The problem must outlive the step. Returns why the step cannot begin;
  // empty if it can.
  virtual std::optional<Failure> begin_step(const Problem& problem) = 0;

  // Does one outer iteration.
  virtual IterationReport iterate() = 0;

  // Lists what the solver keeps from the end of a step for the next one. A solver that lists nothing begins
  // each step as if it were the first.
  virtual void list_memory(SolverMemory&) {}

  // Adds numbers that are costly to compute to the report of the last iteration. It is called only if the
  // iteration is recorded, while the clock is stopped.
  virtual void complete(IterationReport&) const {}
};

}  // namespace simbench

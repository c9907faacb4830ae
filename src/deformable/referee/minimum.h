// Finds the minimum of a time step or a static problem by Newton's method, to the attainable precision.
#pragma once

#include "base/stop.h"
#include "deformable/solvers/solver.h"

namespace simbench {

struct Minimum {
  Positions<double> positions;  // [m]
  double objective = 0;         // f* [J]
  double gradient_norm = 0;     // [N]
  int iterations = 0;
  // converged or stalled: as Newton's method ended, and the derivatives are those of a minimum. no_minimum:
  // they are not, for example at a saddle or beside a kink of f.
  Status status = Status::max_iterations;
  bool found() const { return status == Status::converged || status == Status::stalled; }
};

// Starts at the problem's inertial positions. Throws Stopped.
Minimum minimise(const IncrementalPotential<double>& problem, int maximum_iterations = 1000,
                 const Stop& stop = {});

// The cost of minimise().
Cost minimum_cost(const ProblemSize& size);

}  // namespace simbench

// The minimum of one time step (or of a static problem), found by Newton to the attainable precision.
#pragma once

#include "base/stop.h"
#include "solver/solver.h"

namespace simbench {

struct Minimum {
  Positions<double> positions;  // [m]
  double objective = 0;         // f* [J]
  double gradient_norm = 0;     // [N]
  int iterations = 0;
  Status status = Status::max_iterations;  // converged or stalled: a minimum was found
  bool found() const { return status == Status::converged || status == Status::stalled; }
};

// Starts at the problem's inertial positions. Throws Stopped.
Minimum minimise(const IncrementalPotential<double>& problem, int maximum_iterations = 1000,
                 const Stop& stop = {});

// What minimise() takes.
Cost minimum_cost(const ProblemSize& size);

}  // namespace simbench

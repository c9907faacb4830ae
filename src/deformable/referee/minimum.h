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
  Status status = Status::max_iterations;  // how Newton's method ended
  bool is_equilibrium = false;             // the gradient is small; beside a kink of f it is not
  bool is_stable = false;                  // the exact Hessian has no negative eigenvalue; at a saddle it has
  bool found() const { return is_equilibrium && is_stable; }
};

// Starts at the problem's inertial positions, wherever solvers start, so that f* does not depend on that. If
// the problem has terms, which may be infinite there, it starts where solvers start.
// Throws Stopped.
Minimum minimise(const IncrementalPotential<double>& problem, int maximum_iterations = 1000,
                 const Stop& stop = {});

// The cost of minimise().
Cost minimum_cost(const ProblemSize& size);

}  // namespace simbench

// What a run of a solver takes, by rule of thumb: measured on beams of 720 to 24,000 tets, one thread, and rounded up. A solver says
// its own (static Cost cost(const ProblemSize&)); first_order_cost() is that of all whose iterations are passes over the elements and
// at most a solve with a matrix that was factorised before.
#pragma once

#include <cmath>
#include <limits>

#include "math/types.h"

namespace simbench {

struct ProblemSize {
  double tets = 0;
  double vertices = 0;

  // Entries of a sparse factor of a matrix of vertices, eliminated by nested dissection in space.
  double factor_entries() const { return std::pow(tets, 4.0 / 3); }
};

struct Cost {
  double iteration_seconds;
  double bytes;                                            // at its peak, besides the program
  double setup_seconds = 0;                                // of a step
  int usual_iterations = std::numeric_limits<int>::max();  // after which it has converged as a rule
};

inline Cost first_order_cost(const ProblemSize& size) {
  return {4e-8 * size.tets, 700 * size.tets + 10 * size.factor_entries()};
}

// Of a solver that factorises a matrix of 3 × 3 blocks of vertices in each iteration.
inline Cost second_order_cost(const ProblemSize& size) {
  return {(1e-6 + 1.4e-10 * size.tets) * size.tets, 700 * size.tets + 115 * size.factor_entries()};
}

}  // namespace simbench

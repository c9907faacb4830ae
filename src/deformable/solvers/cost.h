// The approximate cost of a run of a solver: measured on beams of 720 to 24,000 tets with one thread, and
// rounded up. A solver may define another one (static Cost cost(const ProblemSize&)). first_order_cost() is
// for solvers whose iterations pass over the elements and do at most one solve with a matrix that is already
// factorised.
#pragma once

#include <cmath>
#include <limits>

#include "math/types.h"

namespace simbench {

struct ProblemSize {
  double tets = 0;
  double vertices = 0;

  // Entries of the sparse factor of a matrix of vertices, in nested dissection of a three-dimensional mesh.
  double factor_entries() const { return std::pow(tets, 4.0 / 3); }
};

struct Cost {
  double iteration_seconds;
  double bytes;                                            // peak memory, without the program itself
  double setup_seconds = 0;                                // per step
  int usual_iterations = std::numeric_limits<int>::max();  // iterations after which it usually has converged
};

inline Cost first_order_cost(const ProblemSize& size) {
  return {4e-8 * size.tets, 700 * size.tets + 10 * size.factor_entries()};
}

// For a splitting with Anderson's method, which keeps about twelve vectors with nine numbers per tet.
inline Cost accelerated_splitting_cost(const ProblemSize& size) {
  Cost cost = first_order_cost(size);
  cost.bytes += 1000 * size.tets;
  return cost;
}

// For a solver that factorises a matrix of 3 × 3 blocks of vertices in each iteration.
inline Cost second_order_cost(const ProblemSize& size) {
  return {(1e-6 + 1.4e-10 * size.tets) * size.tets, 700 * size.tets + 115 * size.factor_entries()};
}

}  // namespace simbench

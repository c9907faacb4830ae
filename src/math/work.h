// Work that the harness counts for all solvers in the same way: where it is done, not by a solver's word.
// Loops over elements, factorisations, solves and products add to the counters of the calling thread; the
// harness reads them before and after an iteration.
#pragma once

#include "math/types.h"

namespace simbench {

struct Work {
  // Visits of elements: one for each element that a loop computes.
  Index values = 0;       // Ψ alone
  Index gradients = 0;    // ∂Ψ/∂F, with or without Ψ
  Index hessians = 0;     // ∂²Ψ/∂F², a part of it, or a second derivative along a direction
  Index local_steps = 0;  // a projection, a proximal step, or a constraint's step
  // Of linear systems.
  Index factorisations = 0;  // of a sparse matrix
  Index solves = 0;          // with a factor, for all coordinates of all vertices
  Index products = 0;        // of the matrix of such a system and a vector of that size

  Work& operator+=(const Work& other) { return *this = combined(other, 1); }
  Work operator-(const Work& other) const { return combined(other, -1); }

 private:
  Work combined(const Work& other, Index sign) const {
    Work sum = *this;
    for (const auto counter : {&Work::values, &Work::gradients, &Work::hessians, &Work::local_steps,
                               &Work::factorisations, &Work::solves, &Work::products})
      sum.*counter += sign * (other.*counter);
    return sum;
  }
};

inline constinit thread_local Work work_done;

}  // namespace simbench

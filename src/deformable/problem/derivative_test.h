// Taylor tests of the derivatives of a problem, for users who add a law, a mesh or parameters.
//
// If the derivatives are right, the remainders |E(q + t d) − E(q) − t ∇E·d| and ‖∇E(q + t d) − ∇E(q) − t ∇²E
// d‖ fall like t², otherwise like t. So the slope of their logarithm over log t is 2 or 1, in any units.
#pragma once

#include <string>
#include <vector>

#include "deformable/problem/incremental_potential.h"

namespace simbench {

struct DerivativeTest {
  std::string term;        // "inertia", "strain", "anchor", …
  std::string derivative;  // "gradient" or "Hessian"
  double slope = 0;        // infinite if the remainder is only rounding (the Hessian of a quadratic term)
  bool passed() const { return slope > 1.9; }
};

// Tests at `positions` [m] along a random direction, which moves each vertex by up to `amplitude` [m] per
// coordinate and leaves held vertices in place; where a term is infinite there, at the start
// of the step. An energy that is infinite there, too, has slope 0.
std::vector<DerivativeTest> test_derivatives(const IncrementalPotential<double>& problem,
                                             const Positions<double>& positions, double amplitude);

}  // namespace simbench

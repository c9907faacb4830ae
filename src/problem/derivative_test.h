// Taylor tests of a problem's own derivatives, for users who bring a law, a mesh or parameters of their own.
//
// The remainders |E(q + t d) − E(q) − t ∇E·d| and ‖∇E(q + t d) − ∇E(q) − t ∇²E d‖ fall like t² for right derivatives and
// like t for wrong ones, whatever the units: the slope of their logarithm is 2 or 1.
#pragma once

#include <string>
#include <vector>

#include "problem/incremental_potential.h"

namespace simbench {

struct DerivativeTest {
  std::string term;        // "inertia", "strain", "anchor", …
  std::string derivative;  // "gradient" or "Hessian"
  double slope = 0;  // where the remainder is nothing but rounding (a quadratic term's Hessian): infinite
  bool passed() const { return slope > 1.9; }
};

// At `positions` [m] along a direction that moves vertices, but none that are held, by some `amplitude` [m] at random. An energy that is infinite
// there has slope 0.
std::vector<DerivativeTest> test_derivatives(const IncrementalPotential<double>& problem,
                                             const Positions<double>& positions, double amplitude);

}  // namespace simbench

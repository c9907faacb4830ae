// Coulomb's friction, smoothed where a pair hardly slides (Li et al. 2020): the energy f₀(y) of a slip y [m],
// for a friction force of 1 N, and ε [m] the slip from which the whole force acts:
//
//   f₀ = y²/ε (1 − y/(3ε)) + ε/3 for y < ε, and y beyond;   f₁ = f₀' = y/ε (2 − y/ε), and 1 beyond
//
// It has no sticking: a force below the limit makes a pair creep with y = ε (1 − √(1 − force)).
#pragma once

namespace simbench {

struct SmoothedCoulomb {
  double least;  // ε [m]

  double value(double y) const { return y < least ? y * y / least * (1 - y / (3 * least)) + least / 3 : y; }
  // f₁/y.
  double slope_by_slip(double y) const { return y < least ? (2 - y / least) / least : 1 / y; }
  // (f₁' y − f₁)/y³, which is negative; y > 0.
  double bend(double y) const { return y < least ? -1 / (least * least * y) : -1 / (y * y * y); }
};

}  // namespace simbench

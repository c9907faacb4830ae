// The energy of a pair of primitives as a function of their squared distance D [m²], for a stiffness of 1.
#pragma once

namespace simbench {

// ψ(D) and its derivatives by D.
struct DistanceEnergy {
  double value = 0, slope = 0, curvature = 0;
};

inline DistanceEnergy operator*(double weight, const DistanceEnergy& psi) {
  return {weight * psi.value, weight * psi.slope, weight * psi.curvature};
}

// From ψ(d) and its derivatives by d = √D.
inline DistanceEnergy by_square(double d, double value, double slope, double curvature) {
  return {value, slope / (2 * d), (curvature - slope / d) / (4 * d * d)};
}

}  // namespace simbench

// The mollifier of two edges x₀x₁ and x₂x₃ (Li et al. 2020, section on edge–edge pairs, and the supplement
// for ε): with s = |u × v|² of the edges u, v, m = (s/ε)(2 − s/ε) for s < ε = 10⁻³ |ū|² |v̄|², otherwise 1,
// where ū and v̄ are the edges at rest. It vanishes where edges are parallel, as the gradient of their
// distance jumps there; its second derivatives do not vanish.
#pragma once

#include "deformable/contact/closest_points.h"

namespace simbench {

// ε [m⁴] of two edges with these squared lengths at rest [m²].
inline double mollifier_threshold(double rest_square_u, double rest_square_v) {
  return 1e-3 * rest_square_u * rest_square_v;
}

struct Mollifier {
  double value;
  bool is_constant;  // 1, with derivatives of zero
  Vector12 gradient;
  Matrix12 hessian;
};

double mollifier_value(const FourPoints& x, double threshold);
// With its derivatives.
Mollifier mollifier(const FourPoints& x, double threshold);

}  // namespace simbench

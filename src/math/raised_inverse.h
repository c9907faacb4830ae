// The inverse of a symmetric 3 × 3 matrix whose eigenvalues are first raised to a bound, without
// eigenvectors.
#pragma once

#include <cmath>
#include <limits>

#include "math/lanes.h"

namespace simbench {

// constant I + of_matrix B + of_adjugate adj(B).
template <class Number>
struct QuadraticOfMatrix {
  Number constant, of_matrix, of_adjugate;
};

// max(mean I + B, least I)⁻¹ for a symmetric B without trace, from ‖B‖² and det B. least > 0.
//
// One eigenvalue of B is farther from the other two than they are from each other: b = ±β p with p = ‖B‖/√6
// and the largest root β of β³ − 3β − |det B|/p³ (Eberly 2014, A Robust Eigensolver for 3 × 3 Symmetric
// Matrices). So the projector on its eigenvector is accurate to rounding: P = (adj(B) + b B + b² I)/(p² (3β²
// − 3)). The other two are −b/2 ± d. With D = B − 3/2 b P + b/2 I, whose eigenvalues are 0 and ±d, every
// function f of A = mean I + B is
//
//   f(A) = f(alone) P + (f(high) + f(low))/2 (I − P) + (f(high) − f(low))/(2d) D
//
// d loses digits where it is smaller than p; f(A) then depends on d² alone, if both are above the bound, or
// both below. Only where two equal eigenvalues are the bound, the error is p √ε. ‖B‖³ must not overflow.
template <class Number>
QuadraticOfMatrix<Number> raised_inverse(const Number& mean, const Number& square, const Number& determinant,
                                         const Number& least) {
  using std::abs, std::max, std::sqrt;
  using Limits = std::numeric_limits<RealOf<Number>>;
  const auto constant = [](double value) { return number<Number>(value); };
  const Number tiny = Limits::min(), epsilon = Limits::epsilon();  // `tiny` makes 0/0 zero
  const Number p2 = square * constant(1.0 / 6), p = sqrt(p2);

  // β by r = |det B|/(2p³) in [0, 1]: a polynomial with an error below 1e-5, then one step of Halley's
  // method.
  const Number r = abs(determinant) / (2 * p * p2 + tiny), rr = r * r;
  Number beta = (constant(1.7320597) + constant(0.3328580) * r) +
                rr * ((constant(-0.0920105) + constant(0.0352847) * r) + constant(-0.0081988) * rr);
  const Number value = beta * (beta * beta - 3) - 2 * r, slope = 3 * beta * beta - 3;
  beta -= value * slope / (slope * slope - 3 * beta * value);
  const Number beta2 = beta * beta, b = p * select(determinant < 0, Number(-beta), beta);
  const Number d = sqrt(p2 * (abs(3 - constant(0.75) * beta2) + epsilon));

  const Number middle = mean - b / 2;
  const Number alone = max(Number(mean + b), least), low = max(Number(middle - d), least),
               high = max(Number(middle + d), least);
  const Number inverse = 1 / (alone * low * high);
  const Number of_alone = low * high * inverse, of_pair = (low + high) / 2 * (alone * inverse),
               of_D = (low - high) / (2 * d + tiny) * (alone * inverse);
  const Number of_adjugate = (of_alone - of_pair - constant(1.5) * b * of_D) / (p2 * (3 * beta2 - 3) + tiny);
  return {of_pair + b / 2 * of_D + of_adjugate * b * b, of_D + of_adjugate * b, of_adjugate};
}

}  // namespace simbench

// Cholesky's factorisation and solve of several 3 × 3 systems side by side, with the bits of Eigen::LLT.
#pragma once

#include "math/lanes.h"

namespace simbench {

// Solves A x = b, and returns the lanes where A is positive definite. As with Eigen::LLT, a matrix is refused
// if one of its pivots is zero or negative; a pivot that is not a number is no reason. Reads the lower
// triangle.
template <class Number>
auto solve_definite(const Matrix3<Number>& A, const Vector3<Number>& b, Vector3<Number>& x) {
  using std::sqrt;
  const Number pivot0 = A(0, 0);
  const Number l00 = sqrt(pivot0), l10 = A(1, 0) / l00, l20 = A(2, 0) / l00;
  const Number pivot1 = A(1, 1) - l10 * l10;
  const Number l11 = sqrt(pivot1), l21 = (A(2, 1) - l20 * l10) / l11;
  const Number pivot2 = A(2, 2) - (l20 * l20 + l21 * l21);
  const Number l22 = sqrt(pivot2);
  const Number y0 = b[0] / l00, y1 = (b[1] - l10 * y0) / l11, y2 = (b[2] - (l20 * y0 + l21 * y1)) / l22;
  x[2] = y2 / l22;
  x[1] = (y1 - l21 * x[2]) / l11;
  x[0] = (y0 - (l10 * x[1] + l20 * x[2])) / l00;
  return !(pivot0 <= 0 || pivot1 <= 0 || pivot2 <= 0);
}

}  // namespace simbench

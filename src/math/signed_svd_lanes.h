// The signed singular value decomposition of several matrices side by side, many times faster than one by
// one. The error of every stretch is relative to the largest one; signed_svd of a single matrix finds each
// stretch to its own relative accuracy.
#pragma once

#include <numbers>

#include "math/closest_rotation.h"

namespace simbench {

// Eigenvectors of a symmetric matrix S as the columns of a rotation, ordered from the largest eigenvalue to
// the smallest (Eberly 2014, A Robust Eigensolver for 3 × 3 Symmetric Matrices). In units of p about the
// mean, the eigenvalue farthest from the others is ±β, where β is the largest root of β³ − 3β − |det B|. The
// others are at least √3 away, so its eigenvector is accurate to rounding. The other two eigenvectors solve a
// 2 × 2 problem in the plane orthogonal to it. If all eigenvalues are equal, B = 0, and the result is the
// coordinate axes.
template <class Number>
Matrix3<Number> symmetric_eigenvectors(const Matrix3<Number>& S) {
  using std::abs, std::sqrt;
  using Limits = std::numeric_limits<RealOf<Number>>;
  const auto constant = [](double value) { return number<Number>(value); };
  Matrix3<Number> B = S;
  add_to_diagonal(B, Number(-S.trace() * constant(1.0 / 3)));
  const Number p = sqrt(B.squaredNorm() * constant(1.0 / 6));
  B *= select(p > 0, Number(1 / p), Number(0));

  // β as a function of r = |det B| / 2 in [0, 1]: a polynomial with an error below 1e-5, then one step of
  // Halley's method, which cubes the error.
  const Number determinant = B.col(0).dot(cofactor(B).col(0)), r = abs(determinant) / 2;
  Number beta = constant(-0.0081988);
  for (const double coefficient : {0.0352847, -0.0920105, 0.3328580, 1.7320597})
    beta = beta * r + constant(coefficient);
  const Number value = beta * (beta * beta - 3) - 2 * r, slope = 3 * beta * beta - 3;
  beta -= value * slope / (slope * slope - 3 * beta * value);

  // adj(B ∓ βI) = (3β² − 3) v vᵀ. Takes v from the column with the largest diagonal entry.
  Matrix3<Number> shifted = B;
  add_to_diagonal(shifted, select(determinant < 0, beta, Number(-beta)));
  const Matrix3<Number> adjugate = cofactor(shifted);
  Vector3<Number> v = adjugate.col(0);
  Number largest = v[0];
  for (int i = 1; i < 3; ++i) {
    const auto is_larger = adjugate(i, i) > largest;
    largest = select(is_larger, adjugate(i, i), largest);
    for (int k = 0; k < 3; ++k) v[k] = select(is_larger, adjugate(k, i), v[k]);
  }
  v *= 1 / v.norm();

  // Two axes orthogonal to v (Duff et al. 2017, Building an Orthonormal Basis, Revisited).
  const Number sign = sign_of(v[2]), a = -1 / (sign + v[2]), b = v[0] * v[1] * a;
  const Vector3<Number> x(1 + sign * v[0] * v[0] * a, sign * b, -sign * v[0]),
      y(b, sign + v[1] * v[1] * a, -v[1]);
  const Vector3<Number> Bx = B * x, By = B * y;
  const Number twice = 2 * x.dot(By), difference = x.dot(Bx) - y.dot(By);
  const Number root =
      sqrt(difference * difference + twice * twice) + abs(difference) + 2 * std::sqrt(Limits::min());
  const Number inverse_norm = 1 / sqrt(root * root + twice * twice);
  const Number c = select(difference < 0, twice, root) * inverse_norm;
  const Number s = select(difference < 0, root, twice) * inverse_norm;
  const Vector3<Number> larger = c * x + s * y, smaller = c * y - s * x;
  Matrix3<Number> result;
  for (int k = 0; k < 3; ++k) {
    result(k, 0) = select(determinant < 0, larger[k], v[k]);
    result(k, 1) = select(determinant < 0, smaller[k], larger[k]);
    result(k, 2) = select(determinant < 0, v[k], smaller[k]);
  }
  return result;
}

// With the closest rotation R, S = RᵀF is symmetric. Its eigenvalues are the signed stretches, S = V Σ Vᵀ,
// and U = R V. A matrix whose squares may overflow or underflow is decomposed by the version for one matrix.
template <class Real, class Abi>
SIMBENCH_APART SIMBENCH_FLATTEN SignedSvd<Lanes<Real, Abi>> signed_svd(const Matrix3<Lanes<Real, Abi>>& F) {
  using Number = Lanes<Real, Abi>;
  const Real tiny =
      std::sqrt(std::sqrt(std::numeric_limits<Real>::min() / std::numeric_limits<Real>::epsilon()));
  const Matrix3<Number> R = closest_rotation(F), S = R.transpose() * F;
  SignedSvd<Number> svd;
  svd.V = symmetric_eigenvectors<Number>((S + S.transpose()) * Number(Real(0.5)));
  svd.U = R * svd.V;
  const Matrix3<Number> FV = F * svd.V;
  for (int i = 0; i < 3; ++i) svd.stretches[i] = svd.U.col(i).dot(FV.col(i));
  for (const int i : {0, 1, 0}) {  // stretches that are out of order differ only by rounding
    const Number first = svd.stretches[i], second = svd.stretches[i + 1];
    svd.stretches[i] = select(first < second, second, first);
    svd.stretches[i + 1] = select(first < second, first, second);
  }
  const auto is_ordinary = svd.stretches[0] > tiny && svd.stretches[0] < 1 / tiny;
  for (int lane = 0; lane < lane_count<Number> && !all_of(is_ordinary); ++lane) {
    if (is_ordinary[lane]) continue;
    const SignedSvd<Real> alone = signed_svd(lane_of(F, lane));
    replace_lane(svd.U, lane, alone.U);
    replace_lane(svd.stretches, lane, alone.stretches);
    replace_lane(svd.V, lane, alone.V);
  }
  return svd;
}

}  // namespace simbench

// Rotations as unit quaternions (w, x, y, z) in Hamilton's convention; they transform a vector from the body
// frame to the world frame. The exponential map of a rotation vector θ is the rotation by |θ| radians about
// θ. Source: Waterson 2026, Ch. 2, with corrected signs of the geometric algebra.
#pragma once

#include <cmath>
#include <numbers>

#include "math/types.h"

namespace simbench::rigid {

template <class Real>
using Quaternion = Eigen::Quaternion<Real>;

// exp θ = (cos |θ|/2, sin(|θ|/2) θ/|θ|). Corrections of solvers are small angles, so for |θ| < 0.1 we use
// series that are exact to rounding.
template <class Real>
Quaternion<Real> exponential(const Vector3<Real>& theta) {
  const Real square = theta.squaredNorm();
  Real cosine, scale;  // cos(a/2) and sin(a/2)/a
  if (square < Real(0.01)) {
    const Real x = square / 4;  // (a/2)²
    cosine = 1 - x / 2 * (1 - x / 12 * (1 - x / 30 * (1 - x / 56)));
    scale = (1 - x / 6 * (1 - x / 20 * (1 - x / 42))) / 2;
  } else {
    const Real angle = std::sqrt(square);
    cosine = std::cos(angle / 2);
    scale = std::sin(angle / 2) / angle;
  }
  return Quaternion<Real>(cosine, scale * theta.x(), scale * theta.y(), scale * theta.z());
}

// The rotation vector, of length at most π. q and −q give the same result.
template <class Real>
Vector3<Real> logarithm(const Quaternion<Real>& q) {
  const Vector3<Real> vector = q.w() < 0 ? Vector3<Real>(-q.vec()) : Vector3<Real>(q.vec());
  const Real sine = vector.norm(), cosine = std::abs(q.w());
  // 2 atan(s/c)/s = 2/c (1 − (s/c)²/3 + …)
  if (sine < Real(1e-4)) return 2 / cosine * (1 - sine * sine / (3 * cosine * cosine)) * vector;
  return 2 * std::atan2(sine, cosine) / sine * vector;
}

// The angle plus as many whole turns as bring it nearest to the other one [rad].
template <class Real>
Real nearest_turn(Real angle, Real other) {
  constexpr Real turn = 2 * std::numbers::pi_v<Real>;
  return angle + turn * std::round((other - angle) / turn);
}

// The rotation vector θ plus as many whole turns about its axis as bring it nearest to the expected one. If
// no turn is added, the result has the bits of θ.
template <class Real>
Vector3<Real> with_turns(const Vector3<Real>& theta, const Vector3<Real>& expected) {
  const Real angle = theta.norm();
  const Vector3<Real> axis = angle > 0 ? Vector3<Real>(theta / angle) : expected.normalized();
  return theta + (nearest_turn(angle, axis.dot(expected)) - angle) * axis;
}

// [r], the matrix of the cross product r ×.
template <class Real>
Matrix3<Real> cross_matrix(const Vector3<Real>& r) {
  Matrix3<Real> matrix;
  matrix.col(0) = Vector3<Real>(0, r.z(), -r.y());
  matrix.col(1) = Vector3<Real>(-r.z(), 0, r.x());
  matrix.col(2) = Vector3<Real>(r.y(), -r.x(), 0);
  return matrix;
}

// J_L(θ) = 1 + (1 − cos θ)/θ² [θ] + (θ − sin θ)/θ³ [θ]²: exp(θ + dθ) = exp(J_L dθ) exp θ to first order, so
// that ω = J_L θ̇.
template <class Real>
Matrix3<Real> left_jacobian(const Vector3<Real>& theta) {
  const Real angle = theta.norm(), square = angle * angle;
  const Matrix3<Real> cross = cross_matrix(theta);
  Real first = Real(0.5) - square / 24, second = Real(1) / 6 - square / 120;
  if (angle >= Real(1e-2)) {
    first = (1 - std::cos(angle)) / square;
    second = (angle - std::sin(angle)) / (square * angle);
  }
  return Matrix3<Real>::Identity() + first * cross + second * cross * cross;
}

}  // namespace simbench::rigid

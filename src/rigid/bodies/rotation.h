// Rotations as unit quaternions (w, x, y, z) in Hamilton's convention; they transform a vector from the body
// frame to the world frame. The exponential map of a rotation vector θ is the rotation by |θ| radians about
// θ. Source: Waterson 2026, Ch. 2, with corrected signs of the geometric algebra.
#pragma once

#include <cmath>
#include <numbers>

#include "math/types.h"

namespace simbench::rigid {

using Quaternion = Eigen::Quaterniond;

// cos(a/2) and sin(a/2)/a of the square of an angle a < 0.1, exact to rounding. A Number may be lanes.
template <class Number>
struct SmallHalfAngle {
  Number cosine, scale;

  explicit SmallHalfAngle(const Number& square) {
    const Number x = square / 4;  // (a/2)²
    cosine = 1 - x / 2 * (1 - x / 12 * (1 - x / 30 * (1 - x / 56)));
    scale = (1 - x / 6 * (1 - x / 20 * (1 - x / 42))) / 2;
  }
  // Whether an angle is small enough.
  static auto holds(const Number& square) { return square < 0.01; }
};

// exp θ = (cos |θ|/2, sin(|θ|/2) θ/|θ|). Corrections of solvers are small angles, so most have a series.
inline Quaternion exponential(const Vector3<double>& theta) {
  const double square = theta.squaredNorm();
  double cosine, scale;  // cos(a/2) and sin(a/2)/a
  if (SmallHalfAngle<double>::holds(square)) {
    const SmallHalfAngle<double> half(square);
    cosine = half.cosine;
    scale = half.scale;
  } else {
    const double angle = std::sqrt(square);
    cosine = std::cos(angle / 2);
    scale = std::sin(angle / 2) / angle;
  }
  return Quaternion(cosine, scale * theta.x(), scale * theta.y(), scale * theta.z());
}

// The rotation vector, of length at most π. q and −q give the same result.
inline Vector3<double> logarithm(const Quaternion& q) {
  const Vector3<double> vector = q.w() < 0 ? Vector3<double>(-q.vec()) : Vector3<double>(q.vec());
  const double sine = vector.norm(), cosine = std::abs(q.w());
  // 2 atan(s/c)/s = 2/c (1 − (s/c)²/3 + …)
  if (sine < 1e-4) return 2 / cosine * (1 - sine * sine / (3 * cosine * cosine)) * vector;
  return 2 * std::atan2(sine, cosine) / sine * vector;
}

// The angle plus as many whole turns as bring it nearest to the other one [rad].
inline double nearest_turn(double angle, double other) {
  constexpr double turn = 2 * std::numbers::pi;
  return angle + turn * std::round((other - angle) / turn);
}

// The rotation vector θ plus as many whole turns about its axis as bring it nearest to the expected one. If
// no turn is added, the result has the bits of θ.
inline Vector3<double> with_turns(const Vector3<double>& theta, const Vector3<double>& expected) {
  const double angle = theta.norm();
  const Vector3<double> axis = angle > 0 ? Vector3<double>(theta / angle) : expected.normalized();
  return theta + (nearest_turn(angle, axis.dot(expected)) - angle) * axis;
}

// [r], the matrix of the cross product r ×.
inline Matrix3<double> cross_matrix(const Vector3<double>& r) {
  Matrix3<double> matrix;
  matrix.col(0) = Vector3<double>(0, r.z(), -r.y());
  matrix.col(1) = Vector3<double>(-r.z(), 0, r.x());
  matrix.col(2) = Vector3<double>(r.y(), -r.x(), 0);
  return matrix;
}

// J_L(θ) = 1 + (1 − cos θ)/θ² [θ] + (θ − sin θ)/θ³ [θ]²: exp(θ + dθ) = exp(J_L dθ) exp θ to first order, so
// that ω = J_L θ̇.
inline Matrix3<double> left_jacobian(const Vector3<double>& theta) {
  const double angle = theta.norm(), square = angle * angle;
  const Matrix3<double> cross = cross_matrix(theta);
  double first = 0.5 - square / 24, second = 1. / 6 - square / 120;
  if (angle >= 1e-2) {
    first = (1 - std::cos(angle)) / square;
    second = (angle - std::sin(angle)) / (square * angle);
  }
  return Matrix3<double>::Identity() + first * cross + second * cross * cross;
}

}  // namespace simbench::rigid

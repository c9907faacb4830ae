// The matrix R with orthonormal columns that is closest to a 3 × 2 matrix F, in closed form: with the unit
// normal n of the plane of F = (f₁ f₂) and cof F = (f₂ × n, n × f₁),
//
//   F + cof F = (σ₁ + σ₂) R,   ‖F + cof F‖ = √2 (σ₁ + σ₂),   ‖F − cof F‖ = √2 (σ₁ − σ₂)
//
// for the stretches σ₁ ≥ σ₂ ≥ 0 of F. A plane in space has no inside, so no stretch is negative.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/lanes.h"

namespace simbench {

template <class Number>
using Matrix32 = Eigen::Matrix<Number, 3, 2>;

template <class Number>
struct ClosestFrame {
  Matrix32<Number> rotation;  // R
  Vector3<Number> normal;     // n
  Number sum, difference;     // σ₁ + σ₂ and σ₁ − σ₂
};

// A unit vector orthogonal to `direction`.
template <class Real>
Vector3<Real> any_normal(const Vector3<Real>& direction) {
  Index smallest = 0;
  direction.cwiseAbs().minCoeff(&smallest);
  const Vector3<Real> normal = direction.cross(Vector3<Real>::Unit(smallest));
  return normal.squaredNorm() > 0 ? Vector3<Real>(normal.normalized()) : Vector3<Real>::UnitZ();
}

template <class Number>
ClosestFrame<Number> closest_frame(const Matrix32<Number>& F) {
  using Real = RealOf<Number>;
  const Vector3<Number> a = F.col(0), b = F.col(1);
  ClosestFrame<Number> frame;
  frame.normal = a.cross(b);
  const Number area = frame.normal.norm();
  const auto has_normal = area > 4 * std::numeric_limits<Real>::epsilon() * a.norm() * b.norm();
  frame.normal = frame.normal * select(has_normal, Number(1 / area), Number(0));
  if (!all_of(has_normal)) {  // the columns are parallel: R is one of many
    for (int lane = 0; lane < lane_count<Number>; ++lane) {
      if (has_normal[lane]) continue;
      const Vector3<Real> first = lane_of(a, lane), second = lane_of(b, lane);
      replace_lane(frame.normal, lane, any_normal<Real>(first.norm() > second.norm() ? first : second));
    }
  }
  Matrix32<Number> cofactor;
  cofactor.col(0) = b.cross(frame.normal);
  cofactor.col(1) = frame.normal.cross(a);
  const Matrix32<Number> twice = F + cofactor;
  const Number half = number<Number>(1 / std::numbers::sqrt2);
  frame.sum = twice.norm() * half;
  frame.difference = (F - cofactor).eval().norm() * half;
  const auto is_point = !(frame.sum > 0);
  frame.rotation = twice * select(is_point, Number(0), Number(1 / frame.sum));
  if (any_of(is_point)) {
    frame.rotation(0, 0) = select(is_point, Number(1), frame.rotation(0, 0));
    frame.rotation(1, 1) = select(is_point, Number(1), frame.rotation(1, 1));
  }
  return frame;
}

// σ₂ of the 3 × 2 matrix (a b): σ₁σ₂ = ‖a × b‖ and σ₁² + σ₂² = ‖a‖² + ‖b‖².
template <class Real>
Real smallest_stretch(const Vector3<Real>& a, const Vector3<Real>& b) {
  const Real product = a.cross(b).norm(), squares = a.squaredNorm() + b.squaredNorm();
  const Real difference = std::sqrt(std::max(Real(0), squares - 2 * product));
  return product > 0 ? 2 * product / (std::sqrt(squares + 2 * product) + difference) : 0;
}

}  // namespace simbench

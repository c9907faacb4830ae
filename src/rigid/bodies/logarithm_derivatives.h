// Derivatives of the logarithm of a rotation, c = log q, by a rotation vector that acts from the left or from
// the right:
//
//   log(exp(dθ) q) = c + J_L⁻¹(c) dθ,   log(q exp(dθ)) = c + J_L⁻ᵀ(c) dθ,
//   J_L⁻¹ = 1 − ½ [c] + β [c]²,   β = (1 − |c|/2 cot |c|/2)/|c|².
//
// Source: the inverse of left_jacobian() (rotation.h), and its derivative by c.
#pragma once

#include "rigid/bodies/rotation.h"

namespace simbench::rigid {

template <class Real>
class LogarithmDerivatives {
 public:
  explicit LogarithmDerivatives(const Vector3<Real>& c) : c_(c) {
    const Real square = c.squaredNorm();
    if (square < Real(0.25)) {  // Bernoulli's numbers
      beta_ = 1 / Real(12) +
              square * (1 / Real(720) +
                        square * (1 / Real(30240) + square * (1 / Real(1209600) + square / Real(47900160))));
      slope_ =
          1 / Real(360) + square * (1 / Real(7560) + square * (1 / Real(201600) + square / Real(5987520)));
      return;
    }
    const Real angle = std::sqrt(square), sine = std::sin(angle / 2), cotangent = std::cos(angle / 2) / sine;
    beta_ = (1 - angle / 2 * cotangent) / square;
    slope_ = (cotangent / (2 * angle) + 1 / (4 * sine * sine) - 2 / square) / square;
  }
  Matrix3<Real> inverse_left_jacobian() const {
    const Matrix3<Real> cross = cross_matrix(c_);
    return Matrix3<Real>::Identity() - cross / 2 + beta_ * cross * cross;
  }
  // The derivative of J_L⁻ᵀ(c) v by c, at a fixed v.
  Matrix3<Real> of_inverse_transposed(const Vector3<Real>& v) const { return derivative(v, Real(0.5)); }
  // The derivative of J_L⁻¹(c) v by c, at a fixed v.
  Matrix3<Real> of_inverse(const Vector3<Real>& v) const { return derivative(v, Real(-0.5)); }

 private:
  // Of v + s c × v + β c × (c × v).
  Matrix3<Real> derivative(const Vector3<Real>& v, Real s) const {
    Matrix3<Real> result = beta_ * (c_ * v.transpose() - 2 * v * c_.transpose()) - s * cross_matrix(v) +
                           slope_ * c_.cross(c_.cross(v)) * c_.transpose();
    result.diagonal().array() += beta_ * c_.dot(v);
    return result;
  }

  Vector3<Real> c_;
  Real beta_, slope_;  // β, and its derivative by |c| divided by |c|
};

}  // namespace simbench::rigid

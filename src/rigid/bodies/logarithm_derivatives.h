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

class LogarithmDerivatives {
 public:
  explicit LogarithmDerivatives(const Vector3<double>& c) : c_(c) {
    const double square = c.squaredNorm();
    if (square < 0.25) {  // Bernoulli's numbers
      beta_ =
          1. / 12 + square * (1. / 720 + square * (1. / 30240 + square * (1. / 1209600 + square / 47900160)));
      slope_ = 1. / 360 + square * (1. / 7560 + square * (1. / 201600 + square / 5987520));
      return;
    }
    const double angle = std::sqrt(square), sine = std::sin(angle / 2),
                 cotangent = std::cos(angle / 2) / sine;
    beta_ = (1 - angle / 2 * cotangent) / square;
    slope_ = (cotangent / (2 * angle) + 1 / (4 * sine * sine) - 2 / square) / square;
  }
  Matrix3<double> inverse_left_jacobian() const {
    const Matrix3<double> cross = cross_matrix(c_);
    return Matrix3<double>::Identity() - cross / 2 + beta_ * cross * cross;
  }
  // The derivative of J_L⁻ᵀ(c) v by c, at a fixed v.
  Matrix3<double> of_inverse_transposed(const Vector3<double>& v) const { return derivative(v, 0.5); }
  // The derivative of J_L⁻¹(c) v by c, at a fixed v.
  Matrix3<double> of_inverse(const Vector3<double>& v) const { return derivative(v, -0.5); }

 private:
  // Of v + s c × v + β c × (c × v).
  Matrix3<double> derivative(const Vector3<double>& v, double s) const {
    Matrix3<double> result = beta_ * (c_ * v.transpose() - 2 * v * c_.transpose()) - s * cross_matrix(v) +
                             slope_ * c_.cross(c_.cross(v)) * c_.transpose();
    result.diagonal().array() += beta_ * c_.dot(v);
    return result;
  }

  Vector3<double> c_;
  double beta_, slope_;  // β, and its derivative by |c| divided by |c|
};

}  // namespace simbench::rigid

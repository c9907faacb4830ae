// The inertial objective ½ ‖X ⊖ X̃‖²_M of one body, with M = diag(m, Ĩ) and the inertia Ĩ at X̃.
#pragma once

#include <Eigen/LU>

#include "rigid/bodies/inertia.h"
#include "rigid/bodies/logarithm_derivatives.h"

namespace simbench::rigid {

// diag(m, R I₀ Rᵀ); zero in the rows that do not move.
inline Eigen::Matrix<double, 6, 6> mass_matrix(const Inertia& inertia, const Quaternion& orientation) {
  Eigen::Matrix<double, 6, 6> result = Eigen::Matrix<double, 6, 6>::Zero();
  if (inertia.translates()) result.diagonal().head<3>().setConstant(1 / inertia.inverse_mass);
  if (inertia.rotates()) {
    const Matrix3<double> R = orientation.toRotationMatrix();
    result.bottomRightCorner<3, 3>() =
        R * inertia.inverse_principal.cwiseInverse().asDiagonal() * R.transpose();
  }
  return result;
}

// ½ ‖δ‖²_M with M at the given orientation [kg m²].
inline double half_square(const Inertia& inertia, const Quaternion& orientation, const Displacement& delta) {
  const Displacement momentum = inertia.momentum_of(delta, orientation);
  return (delta.linear.dot(momentum.linear) + delta.angular.dot(momentum.angular)) / 2;
}

// The gradient (m (x − x̃), J_L(w)⁻ᵀ Ĩ w) with w = log(q q̃⁻¹), with respect to δ in X ⊞ δ.
inline Eigen::Matrix<double, 6, 1> inertial_gradient(const Inertia& inertia, const Pose& pose,
                                                     const Pose& predicted) {
  const Displacement w = difference(pose, predicted);
  const Displacement momentum = inertia.momentum_of(w, predicted.orientation);
  Eigen::Matrix<double, 6, 1> gradient;
  gradient << momentum.linear, left_jacobian(w.angular).transpose().inverse() * momentum.angular;
  return gradient;
}

// The derivative of that gradient by δ. Rotations act from the left, so it need not be symmetric.
inline Eigen::Matrix<double, 6, 6> inertial_hessian(const Inertia& inertia, const Pose& pose,
                                                    const Pose& predicted) {
  Eigen::Matrix<double, 6, 6> result = mass_matrix(inertia, predicted.orientation);
  if (!inertia.rotates()) return result;
  const Displacement w = difference(pose, predicted);
  const LogarithmDerivatives derivatives(w.angular);
  const Matrix3<double> inverse = derivatives.inverse_left_jacobian();
  auto turning = result.bottomRightCorner<3, 3>();
  const Vector3<double> momentum = turning * w.angular;
  turning = (derivatives.of_inverse_transposed(momentum) + inverse.transpose() * turning) * inverse;
  return result;
}

}  // namespace simbench::rigid

// The inertia of a body. Zero inverses mean infinity: a body with inverse mass 0 does not move, and a body
// with inverse inertia 0 does not turn.
#pragma once

#include "rigid/bodies/pose.h"

namespace simbench::rigid {

struct Inertia {
  double inverse_mass = 0;                                      // [1/kg]
  Vector3<double> inverse_principal = Vector3<double>::Zero();  // 1/I₀ about the body's axes [1/(kg m²)]

  bool translates() const { return inverse_mass > 0; }
  bool rotates() const { return inverse_principal.maxCoeff() > 0; }

  // M δ with M = diag(m, R I₀ Rᵀ) [kg m, kg m²]; 0 for components that do not move.
  Displacement momentum_of(const Displacement& displacement, const Quaternion& orientation) const {
    Displacement result;
    if (translates()) result.linear = displacement.linear / inverse_mass;
    if (rotates()) {
      const Vector3<double> in_body = orientation.conjugate() * displacement.angular;
      result.angular = orientation * Vector3<double>(in_body.cwiseQuotient(inverse_principal));
    }
    return result;
  }
  // M⁻¹ p.
  Displacement displacement_of(const Displacement& momentum, const Quaternion& orientation) const {
    const Vector3<double> in_body = orientation.conjugate() * momentum.angular;
    return {inverse_mass * momentum.linear,
            orientation * Vector3<double>(in_body.cwiseProduct(inverse_principal))};
  }
};

}  // namespace simbench::rigid

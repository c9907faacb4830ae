// The inertia of a body. Zero inverses mean infinity: a body with inverse mass 0 does not move, and a body
// with inverse inertia 0 does not turn.
#pragma once

#include "rigid/bodies/pose.h"

namespace simbench::rigid {

template <class Real>
struct Inertia {
  Real inverse_mass = 0;                                    // [1/kg]
  Vector3<Real> inverse_principal = Vector3<Real>::Zero();  // 1/I₀ about the body's axes [1/(kg m²)]

  bool translates() const { return inverse_mass > 0; }
  bool rotates() const { return inverse_principal.maxCoeff() > 0; }

  // M δ with M = diag(m, R I₀ Rᵀ) [kg m, kg m²]; 0 for components that do not move.
  Displacement<Real> momentum_of(const Displacement<Real>& displacement,
                                 const Quaternion<Real>& orientation) const {
    Displacement<Real> result;
    if (translates()) result.linear = displacement.linear / inverse_mass;
    if (rotates()) {
      const Vector3<Real> in_body = orientation.conjugate() * displacement.angular;
      result.angular = orientation * Vector3<Real>(in_body.cwiseQuotient(inverse_principal));
    }
    return result;
  }
  // M⁻¹ p.
  Displacement<Real> displacement_of(const Displacement<Real>& momentum,
                                     const Quaternion<Real>& orientation) const {
    const Vector3<Real> in_body = orientation.conjugate() * momentum.angular;
    return {inverse_mass * momentum.linear,
            orientation * Vector3<Real>(in_body.cwiseProduct(inverse_principal))};
  }
};

}  // namespace simbench::rigid

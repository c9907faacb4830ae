// St. Venant–Kirchhoff: linear elasticity with Green's strain E = (FᵀF − I)/2 (Sifakis and Barbič 2012, Sec. 3.3):
// Ψ = μ E:E + λ/2 tr² E. Blind to inversion, and ever softer in compression: its stress falls below σ = 1/√3.
#pragma once

#include "energy/laws/constraint_pair.h"
#include "energy/laws/elastic_parameters.h"

namespace simbench {

template <class Real>
struct StVenantKirchhoff {
  static constexpr std::string_view name = "st_venant_kirchhoff";
  static constexpr std::string_view summary = "mu E:E + lambda/2 tr^2 E, E = (F'F - I)/2";
  using Parameters = ElasticParameters;

  Real mu;      // [Pa]
  Real lambda;  // [Pa]

  explicit StVenantKirchhoff(const Parameters& parameters)
      : mu(static_cast<Real>(parameters.mu())), lambda(static_cast<Real>(parameters.lambda())) {}

  Response<Real> respond(const Matrix3<Real>& F) const {
    const Matrix3<Real> E = green_strain(F);
    const Real trace = E.trace();
    return {mu * E.squaredNorm() + lambda / 2 * trace * trace, F * (2 * mu * E) + (lambda * trace) * F};
  }

  Real density(const Vector3<Real>& stretches) const {
    const Vector3<Real> strains = green_strains(stretches);
    return mu * strains.squaredNorm() + lambda / 2 * strains.sum() * strains.sum();
  }
  Vector3<Real> gradient(const Vector3<Real>& stretches) const {
    const Vector3<Real> strains = green_strains(stretches);
    return stretches.array() * (2 * mu * strains.array() + lambda * strains.sum());
  }
  Matrix3<Real> hessian(const Vector3<Real>& stretches) const {
    const Vector3<Real> strains = green_strains(stretches);
    Matrix3<Real> result = lambda * stretches * stretches.transpose();
    result.diagonal().array() +=
        2 * mu * (stretches.array().square() + strains.array()) + lambda * strains.sum();
    return result;
  }
  Real symmetric_stiffness(const Vector3<Real>& stretches, int i, int j) const {
    return pair_stiffness(stretches, i, j, stretches[j]);
  }
  Real antisymmetric_stiffness(const Vector3<Real>& stretches, int i, int j) const {
    return pair_stiffness(stretches, i, j, -stretches[j]);
  }
  // ∂Ψ/∂σ₁(σ,1,1) = (2μ + λ)/2 (σ³ − σ).
  Real quadratic_stiffness() const { return Real(1.075) * (2 * mu + lambda); }

  // Away from collapse, σᵢ = 0, where Newton would stay although it may be a maximum.
  Vector3<Real> prox_start(const Vector3<Real>& stretches) const {
    return stretches.unaryExpr(
        [](Real stretch) { return std::copysign(std::max(std::abs(stretch), Real(0.1)), stretch); });
  }

  int constraint_count(ConstraintForm form) const { return constraint_pair_count(form, lambda); }
  // A = ‖E‖, B = tr E.
  Constraint<Real> constraint(ConstraintForm form, int index, const Matrix3<Real>& F) const {
    const Matrix3<Real> E = green_strain(F);
    const Real norm = E.norm();
    const Constraint<Real> A{norm, norm > 0 ? Matrix3<Real>(F * E / norm) : Matrix3<Real>::Zero(), 2 * mu};
    const Constraint<Real> B{E.trace(), F, lambda};
    if (form == ConstraintForm::combined) return combined_constraint(A, B);
    return index == 0 ? A : B;
  }

 private:
  static Matrix3<Real> green_strain(const Matrix3<Real>& F) {
    return (F.transpose() * F - Matrix3<Real>::Identity()) / 2;
  }
  static Vector3<Real> green_strains(const Vector3<Real>& stretches) {
    return (stretches.array() - 1) * (stretches.array() + 1) / 2;
  }
  // (ψᵢ ∓ ψⱼ)/(σᵢ ∓ σⱼ) = λ tr E + μ (σᵢ² ± σᵢσⱼ + σⱼ² − 1), for other = ±σⱼ.
  Real pair_stiffness(const Vector3<Real>& stretches, int i, int j, Real other) const {
    return lambda * green_strains(stretches).sum() +
           mu * (stretches[i] * (stretches[i] + other) + stretches[j] * stretches[j] - 1);
  }
};

}  // namespace simbench

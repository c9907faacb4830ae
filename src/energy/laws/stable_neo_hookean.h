// Stable Neo-Hookean without its logarithm (the thesis's "simplified Neohookean"; Smith, de Goes and Kim
// 2018; Macklin and Müller 2021): Ψ = μ/2 (tr FᵀF − 3) + λ/2 (det F − 1 − μ/λ)². At rest Ψ = μ²/(2λ), not
// zero: the thesis records it in this form.
#pragma once

#include <Eigen/LU>
#include <cmath>

#include "energy/law.h"
#include "energy/laws/elastic_parameters.h"
#include "math/closest_rotation.h"

namespace simbench {

template <class Real>
struct StableNeoHookean {
  static constexpr std::string_view name = "stable_neo_hookean";
  static constexpr std::string_view summary = "mu/2 (tr F'F - 3) + lambda/2 (det F - 1 - mu/lambda)^2";
  struct Parameters : ElasticParameters {
    void describe(config::Fields& fields) {
      ElasticParameters::describe(fields);
      fields.require(poisson_ratio > 0, "poisson_ratio",
                     "stable_neo_hookean divides by Lamé's lambda: Poisson's ratio must be greater than 0");
    }
  };

  Real mu;             // [Pa]
  Real lambda;         // [Pa]
  Real volume_target;  // 1 + μ/λ, where the second term vanishes

  explicit StableNeoHookean(const ElasticParameters& parameters)
      : mu(static_cast<Real>(parameters.mu())),
        lambda(static_cast<Real>(parameters.lambda())),
        volume_target(static_cast<Real>(1 + parameters.mu() / parameters.lambda())) {}

  Response<Real> respond(const Matrix3<Real>& F) const {
    const Matrix3<Real> volume_gradient = cofactor(F);
    const Real excess = F.col(0).dot(volume_gradient.col(0)) - volume_target;
    return {mu / 2 * (F.squaredNorm() - 3) + lambda / 2 * excess * excess,
            mu * F + (lambda * excess) * volume_gradient};
  }

  Real density(const Vector3<Real>& stretches) const {
    const Real excess = stretches.prod() - volume_target;
    return mu / 2 * (stretches.squaredNorm() - 3) + lambda / 2 * excess * excess;
  }
  Vector3<Real> gradient(const Vector3<Real>& stretches) const {
    const Real excess = stretches.prod() - volume_target;
    return mu * stretches + (lambda * excess) * volume_gradient(stretches);
  }
  Matrix3<Real> hessian(const Vector3<Real>& stretches) const {
    const Vector3<Real> areas = volume_gradient(stretches);
    const Real pressure = lambda * (stretches.prod() - volume_target);
    Matrix3<Real> result = mu * Matrix3<Real>::Identity() + lambda * areas * areas.transpose();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        if (i != j) result(i, j) += pressure * stretches[3 - i - j];
      }
    }
    return result;
  }
  Real symmetric_stiffness(const Vector3<Real>& stretches, int i, int j) const {
    return mu - lambda * (stretches.prod() - volume_target) * stretches[3 - i - j];
  }
  Real antisymmetric_stiffness(const Vector3<Real>& stretches, int i, int j) const {
    return mu + lambda * (stretches.prod() - volume_target) * stretches[3 - i - j];
  }
  // ∂Ψ/∂σ₁(σ,1,1) = (μ + λ)(σ − 1).
  Real quadratic_stiffness() const { return mu + lambda; }

  // Split: C_D = ‖F‖ with stiffness μ, then C_H = det F − 1 − μ/λ with stiffness λ.
  // Combined: C = √(μ/x tr FᵀF + λ/x (det F − 1 − μ/λ)²) with stiffness x = max(μ, λ).
  // Either way Σ ½ C²/α = V (Ψ + 3μ/2).
  int constraint_count(ConstraintForm form) const { return form == ConstraintForm::split ? 2 : 1; }
  Constraint<Real> constraint(ConstraintForm form, int index, const Matrix3<Real>& F) const {
    if (form == ConstraintForm::split && index == 0) {
      const Real value = F.norm();
      return {value, value > 0 ? Matrix3<Real>(F / value) : Matrix3<Real>::Zero(), mu};
    }
    const Matrix3<Real> volume_gradient = cofactor(F);
    const Real excess = F.col(0).dot(volume_gradient.col(0)) - volume_target;
    if (form == ConstraintForm::split) return {excess, volume_gradient, lambda};
    const Real stiffness = std::max(mu, lambda);
    const Real value = std::sqrt(mu / stiffness * F.squaredNorm() + lambda / stiffness * excess * excess);
    if (!(value > 0)) return {value, Matrix3<Real>::Zero(), stiffness};
    return {value, (mu / stiffness * F + (lambda / stiffness * excess) * volume_gradient) / value, stiffness};
  }

 private:
  static Vector3<Real> volume_gradient(const Vector3<Real>& s) {
    return {s[1] * s[2], s[2] * s[0], s[0] * s[1]};
  }
};

}  // namespace simbench

// Neo-Hookean with its logarithms (Bonet and Wood 2008, Eq. 6.28; Sifakis and Barbič 2012, Sec. 3.5), J = det F:
// Ψ = μ/2 (tr FᵀF − 3) − μ ln J + λ/2 ln² J, and +∞ where J ≤ 0, so that no element inverts. There it has no stress (NaN).
// It has no XPBD form: Ψ is no sum of squares.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "energy/laws/elastic_parameters.h"
#include "math/closest_rotation.h"

namespace simbench {

template <class Real>
struct NeoHookean {
  static constexpr std::string_view name = "neo_hookean";
  static constexpr std::string_view summary = "mu/2 (tr F'F - 3) - mu ln det F + lambda/2 ln^2 det F";
  struct Parameters : ElasticParameters {
    void describe(config::Fields& fields) {
      ElasticParameters::describe(fields);
      fields.require(
          poisson_ratio >= 0, "poisson_ratio",
          "neo_hookean has no minimum if Lamé's lambda is negative: Poisson's ratio must be at least 0");
    }
  };

  Real mu;      // [Pa]
  Real lambda;  // [Pa]

  explicit NeoHookean(const ElasticParameters& parameters)
      : mu(static_cast<Real>(parameters.mu())), lambda(static_cast<Real>(parameters.lambda())) {}

  Response<Real> respond(const Matrix3<Real>& F) const {
    const Matrix3<Real> volume_gradient = cofactor(F);
    const Real J = F.col(0).dot(volume_gradient.col(0));
    if (!(J > 0)) return {infinity, Matrix3<Real>::Constant(std::numeric_limits<Real>::quiet_NaN())};
    const Real logarithm = std::log(J);
    return {mu / 2 * (F.squaredNorm() - 3) + (lambda / 2 * logarithm - mu) * logarithm,
            mu * F + ((lambda * logarithm - mu) / J) * volume_gradient};
  }

  // Signed stretches have σ₁ ≥ σ₂ ≥ |σ₃|: J is positive where all of them are.
  Real density(const Vector3<Real>& stretches) const {
    if (!(stretches.minCoeff() > 0)) return infinity;
    const Real logarithm = stretches.array().log().sum();
    return mu / 2 * (stretches.squaredNorm() - 3) + (lambda / 2 * logarithm - mu) * logarithm;
  }
  Vector3<Real> gradient(const Vector3<Real>& stretches) const {
    return mu * stretches + pressure(stretches) * stretches.cwiseInverse();
  }
  Matrix3<Real> hessian(const Vector3<Real>& stretches) const {
    const Vector3<Real> inverse = stretches.cwiseInverse();
    Matrix3<Real> result = lambda * inverse * inverse.transpose();
    result.diagonal().array() += mu - pressure(stretches) * inverse.array().square();
    return result;
  }
  Real symmetric_stiffness(const Vector3<Real>& stretches, int i, int j) const {
    return mu - pressure(stretches) / (stretches[i] * stretches[j]);
  }
  Real antisymmetric_stiffness(const Vector3<Real>& stretches, int i, int j) const {
    return mu + pressure(stretches) / (stretches[i] * stretches[j]);
  }
  // ∂Ψ/∂σ₁(σ,1,1) = μ (σ − 1/σ) + λ ln σ/σ; with ∫ (σ−1)(σ−1/σ) dσ = σ³/3 − σ²/2 − σ + ln σ and
  // ∫ (σ−1) ln σ/σ dσ = σ ln σ − σ − ½ ln² σ from 0.5 to 1.5, over ∫ (σ−1)² dσ = 1/12.
  Real quadratic_stiffness() const {
    const Real ln2 = std::numbers::ln2_v<Real>, ln3 = std::log(Real(3));
    return (12 * ln3 - 11) * mu + (18 * ln3 - 12 * ln2 - 12 - 6 * ln3 * (ln3 - 2 * ln2)) * lambda;
  }

  // Feasible, and not so close to collapse that Newton has to double σ many times.
  Vector3<Real> prox_start(const Vector3<Real>& stretches) const { return stretches.cwiseMax(Real(0.1)); }

 private:
  static constexpr Real infinity = std::numeric_limits<Real>::infinity();
  // λ ln J − μ
  Real pressure(const Vector3<Real>& stretches) const { return lambda * stretches.array().log().sum() - mu; }
};

}  // namespace simbench

// Strain ("as rigid as possible" with stretch): Ψ = k/2 ‖F − R‖² = k/2 ‖Σ − I‖², R the closest rotation.
// The law of Projective Dynamics (Bouaziz et al. 2014, Sec. 5.1); Ledwon 2024, Sec. 3.5.
#pragma once

#include <cmath>

#include "config/fields.h"
#include "energy/law.h"
#include "math/closest_rotation.h"

namespace simbench {

struct StrainParameters {
  double k = 0;  // [Pa]

  void describe(config::Fields& fields) {
    fields.number("stiffness", k,
                  {.unit = "Pa",
                   .doc = "stiffness k of the strain energy",
                   .range = config::positive,
                   .required = true});
  }
  double stiffness() const { return k; }
};

template <class Real>
struct Strain {
  static constexpr std::string_view name = "strain";
  static constexpr std::string_view summary = "k/2 |F - R|^2, the law of Projective Dynamics";
  using Parameters = StrainParameters;

  Real stiffness;  // k [Pa]

  explicit Strain(const Parameters& parameters) : stiffness(static_cast<Real>(parameters.stiffness())) {}

  Response<Real> respond(const Matrix3<Real>& F) const {
    const Matrix3<Real> deviation = F - closest_rotation(F);
    return {stiffness / 2 * deviation.squaredNorm(), stiffness * deviation};
  }

  Real density(const Vector3<Real>& stretches) const {
    return stiffness / 2 * (stretches.array() - 1).square().sum();
  }
  Vector3<Real> gradient(const Vector3<Real>& stretches) const { return stiffness * (stretches.array() - 1); }
  Matrix3<Real> hessian(const Vector3<Real>&) const { return stiffness * Matrix3<Real>::Identity(); }
  Real symmetric_stiffness(const Vector3<Real>&, int, int) const { return stiffness; }
  Real antisymmetric_stiffness(const Vector3<Real>& stretches, int i, int j) const {
    // 1 − 2/(σᵢ + σⱼ) falls to −∞ where R jumps; the bound keeps it finite there.
    const Real sum = std::max(stretches[i] + stretches[j], std::numeric_limits<Real>::epsilon());
    return stiffness * (1 - 2 / sum);
  }
  Real quadratic_stiffness() const { return stiffness; }

  Matrix3<Real> project(const Matrix3<Real>& F) const { return closest_rotation(F); }

  // Z keeps F's rotation: Z = (k R + r F)/(k + r).
  Matrix3<Real> prox(const Matrix3<Real>& F, Real r) const {
    return (stiffness * closest_rotation(F) + r * F) / (stiffness + r);
  }

  int constraint_count(ConstraintForm) const { return 1; }
  // C = ‖F − R‖, ∂C/∂F = (F − R)/C.
  Constraint<Real> constraint(ConstraintForm, int, const Matrix3<Real>& F) const {
    const Matrix3<Real> deviation = F - closest_rotation(F);
    const Real value = deviation.norm();
    return {value, value > 0 ? Matrix3<Real>(deviation / value) : Matrix3<Real>::Zero(), stiffness};
  }
};

}  // namespace simbench

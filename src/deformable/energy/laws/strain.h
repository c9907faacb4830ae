// Strain ("as rigid as possible" with stretch): Ψ = k/2 ‖F − R‖² = k/2 ‖Σ − I‖² with the closest rotation R.
// This is the law of Projective Dynamics (Bouaziz et al. 2014, Sec. 5.1; Ledwon 2024, Sec. 3.5).
#pragma once

#include <cmath>

#include "config/fields.h"
#include "deformable/energy/law.h"
#include "math/closest_rotation.h"

namespace simbench {

struct StrainParameters {
  double k = 0;  // [Pa]

  void describe(config::Fields& fields) {
    fields.number("stiffness", k,
                  {.unit = "Pa",
                   .doc = "stiffness k of the strain energy",
                   .range = config::positive,
                   .required = true,
                   .example = "1e6"});
  }
  double stiffness() const { return k; }
};

template <class Number>
struct Strain {
  static constexpr std::string_view name = "strain";
  static constexpr std::string_view summary = "k/2 |F - R|^2, the law of Projective Dynamics";
  using Parameters = StrainParameters;

  Number stiffness;  // k [Pa]

  explicit Strain(const Parameters& parameters) : stiffness(number<Number>(parameters.stiffness())) {}

  static Matrix3<Number> rotation(const Matrix3<Number>& F) { return closest_rotation(F); }
  Response<Number> respond(const Matrix3<Number>& F) const { return respond(F, rotation(F)); }
  Response<Number> respond(const Matrix3<Number>& F, const Matrix3<Number>& R) const {
    const Matrix3<Number> deviation = F - R;
    return {stiffness / 2 * deviation.squaredNorm(), stiffness * deviation};
  }

  Number density(const Vector3<Number>& stretches) const {
    return stiffness / 2 * (stretches - Vector3<Number>::Ones()).squaredNorm();
  }
  Vector3<Number> gradient(const Vector3<Number>& stretches) const {
    return stiffness * (stretches - Vector3<Number>::Ones());
  }
  Matrix3<Number> hessian(const Vector3<Number>&) const { return stiffness * Matrix3<Number>::Identity(); }
  Number symmetric_stiffness(const Vector3<Number>&, int, int) const { return stiffness; }
  Number antisymmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    // 1 − 2/(σᵢ + σⱼ) tends to −∞ where R jumps; the bound keeps it finite there.
    const Number sum = stretches[i] + stretches[j], least = std::numeric_limits<RealOf<Number>>::epsilon();
    return stiffness * (1 - 2 / select(sum < least, least, sum));
  }
  Number second_derivative(const Matrix3<Number>& F, const Matrix3<Number>& dF) const {
    return stiffness * (dF.squaredNorm() - trace_curvature(F, closest_rotation(F), dF));
  }
  Number quadratic_stiffness() const { return stiffness; }
  // The Hessian in x of Ψ(F + x gᵀ) without the curvature of R. It is an upper bound where σᵢ + σⱼ > 0.
  Matrix3<Number> approximate_vertex_hessian(const Matrix3<Number>&, const Vector3<Number>& g) const {
    return Number(stiffness * g.squaredNorm()) * Matrix3<Number>::Identity();
  }

  Matrix3<Number> project(const Matrix3<Number>& F) const { return rotation(F); }
  static const Matrix3<Number>& project(const Matrix3<Number>&, const Matrix3<Number>& R) { return R; }

  // Z has the same closest rotation as F: Z = (k R + r F)/(k + r).
  Matrix3<Number> prox(const Matrix3<Number>& F, Number r) const { return prox(F, r, rotation(F)); }
  Matrix3<Number> prox(const Matrix3<Number>& F, Number r, const Matrix3<Number>& R) const {
    return (stiffness * R + r * F) / (stiffness + r);
  }

  static constexpr int constraint_count(ConstraintForm) { return 1; }
  // C = ‖F − R‖, ∂C/∂F = (F − R)/C.
  Constraint<Number> constraint(ConstraintForm form, int index, const Matrix3<Number>& F) const {
    return constraint(form, index, F, rotation(F));
  }
  Constraint<Number> constraint(ConstraintForm, int, const Matrix3<Number>& F,
                                const Matrix3<Number>& R) const {
    const Matrix3<Number> deviation = F - R;
    const Number value = deviation.norm();
    return {value, quotient_or_zero(deviation, value), stiffness};
  }
};

}  // namespace simbench

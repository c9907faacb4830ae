// The law of anchors, a spring of rest length zero: Ψ = k/2 ‖y‖² with y = x − b and the spring's stiffness k
// [N/m].
#pragma once

#include "deformable/energy/vector_hessian.h"

namespace simbench {

struct SpringParameters {
  double stiffness = 0;  // k [N/m]
};

template <class Number>
struct ZeroLengthSpring {
  static constexpr std::string_view name = "anchor";
  using Parameters = SpringParameters;

  Number stiffness;  // k [N/m]

  explicit ZeroLengthSpring(const Parameters& parameters) : stiffness(number<Number>(parameters.stiffness)) {}

  Response<Number, 1> respond(const Vector3<Number>& y) const {
    return {stiffness / 2 * y.squaredNorm(), stiffness * y};
  }
  friend VectorHessian<Number> density_hessian(const ZeroLengthSpring& law, const Vector3<Number>&,
                                               Definiteness) {
    return {law.stiffness * Matrix3<Number>::Identity()};
  }
  Number quadratic_stiffness() const { return stiffness; }

  Vector3<Number> project(const Vector3<Number>&) const { return Vector3<Number>::Constant(Number(0)); }
  Vector3<Number> prox(const Vector3<Number>& y, const Number& r) const {
    return y * Number(r / (stiffness + r));
  }

  static constexpr int constraint_count(ConstraintForm) { return 1; }
  // C = ‖y‖, ∂C/∂y = y/‖y‖.
  Constraint<Number, 1> constraint(ConstraintForm, int, const Vector3<Number>& y) const {
    const Number value = y.norm();
    return {value, quotient_or_zero<Number>(y, value), stiffness};
  }
  VectorHessian<Number> constraint_hessian(ConstraintForm, int, const Vector3<Number>& y) const {
    return norm_hessian(y);
  }
};

}  // namespace simbench

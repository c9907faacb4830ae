// The law of springs between two vertices, a spring of rest length one: Ψ = k/2 (‖y‖ − 1)² with y = (x₁ −
// x₀)/L (pair_stencil.h) and the spring's stiffness k [N/m].
#pragma once

#include "deformable/energy/vector_hessian.h"
#include "deformable/energy/zero_length_spring.h"

namespace simbench {

template <class Number>
struct UnitSpring {
  static constexpr std::string_view name = "spring";
  using Parameters = SpringParameters;

  Number stiffness;  // k [N/m]

  explicit UnitSpring(const Parameters& parameters) : stiffness(number<Number>(parameters.stiffness)) {}

  Response<Number, 1> respond(const Vector3<Number>& y) const {
    const Number extension = y.norm() - 1;
    return {stiffness / 2 * extension * extension, stiffness * extension * direction(y)};
  }
  // k (nnᵀ + (1 − 1/‖y‖) (I − nnᵀ)) with n = y/‖y‖. In a compressed spring the part orthogonal to n is
  // negative.
  friend VectorHessian<Number> density_hessian(const UnitSpring& law, const Vector3<Number>& y,
                                               Definiteness definiteness) {
    const Vector3<Number> n = law.direction(y);
    const Matrix3<Number> along = n * n.transpose();
    const Number across = made_definite(Number(1 - 1 / y.norm()), definiteness);
    return {law.stiffness * (along + across * (Matrix3<Number>::Identity() - along))};
  }
  Number quadratic_stiffness() const { return stiffness; }

  Vector3<Number> project(const Vector3<Number>& y) const { return direction(y); }
  // argmin Ψ(z) + r/2 ‖z − y‖² is a multiple of y.
  Vector3<Number> prox(const Vector3<Number>& y, const Number& r) const {
    return direction(y) * Number((stiffness + r * y.norm()) / (stiffness + r));
  }

  static constexpr int constraint_count(ConstraintForm) { return 1; }
  // C = ‖y‖ − 1.
  Constraint<Number, 1> constraint(ConstraintForm, int, const Vector3<Number>& y) const {
    return {y.norm() - 1, direction(y), stiffness};
  }
  VectorHessian<Number> constraint_hessian(ConstraintForm, int, const Vector3<Number>& y) const {
    return norm_hessian(y);
  }

 private:
  // n = y/‖y‖, or zero if y is zero.
  static Vector3<Number> direction(const Vector3<Number>& y) { return quotient_or_zero<Number>(y, y.norm()); }
};

}  // namespace simbench

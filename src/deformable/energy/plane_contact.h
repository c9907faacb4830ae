// The law of plane contacts: Ψ = k/2 min(0, n·y)² with y = x − b, a point b of the plane, its unit normal n,
// and the stiffness k of a vertex [N/m]. As a constraint it is the inequality C = n·y ≥ 0, whose multiplier
// is never negative.
#pragma once

#include "deformable/energy/vector_hessian.h"

namespace simbench {

struct PlaneContactParameters {
  double stiffness = 0;                               // k [N/m]
  Vector3<double> normal = Vector3<double>::UnitZ();  // towards the free side; any length except zero
};

template <class Number>
struct PlaneContact {
  static constexpr std::string_view name = "half_space";
  static constexpr bool is_inequality = true;
  using Parameters = PlaneContactParameters;

  Number stiffness;  // k [N/m]
  Vector3<Number> normal;

  explicit PlaneContact(const Parameters& parameters) : stiffness(number<Number>(parameters.stiffness)) {
    const Vector3<double> unit = parameters.normal.stableNormalized();
    for (int i = 0; i < 3; ++i) normal[i] = number<Number>(unit[i]);
  }

  Response<Number, 1> respond(const Vector3<Number>& y) const {
    const Number below = depth(y);
    return {stiffness / 2 * below * below, stiffness * below * normal};
  }
  friend VectorHessian<Number> density_hessian(const PlaneContact& law, const Vector3<Number>& y,
                                               Definiteness) {
    const Number active = select(law.is_active(y), law.stiffness, Number(0));
    return {active * law.normal * law.normal.transpose()};
  }
  Number quadratic_stiffness() const { return stiffness; }
  auto is_active(const Vector3<Number>& y) const { return normal.dot(y) < 0; }

  Vector3<Number> project(const Vector3<Number>& y) const { return y - depth(y) * normal; }
  Vector3<Number> prox(const Vector3<Number>& y, const Number& r) const {
    return y - Number(stiffness / (stiffness + r) * depth(y)) * normal;
  }

  static constexpr int constraint_count(ConstraintForm) { return 1; }
  Constraint<Number, 1> constraint(ConstraintForm, int, const Vector3<Number>& y) const {
    return {normal.dot(y), normal, stiffness};
  }

 private:
  // min(0, n·y) [m]
  Number depth(const Vector3<Number>& y) const {
    const Number height = normal.dot(y);
    return select(height < 0, height, Number(0));
  }
};

}  // namespace simbench

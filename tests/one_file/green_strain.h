// Half the square of Green's strain: Ψ = k/2 ‖(FᵀF − I)/2‖². An example of a law.
#pragma once

#include "config/fields.h"
#include "deformable/energy/law.h"

namespace simbench {

struct GreenStrainParameters {
  double modulus = 0;  // k [Pa]
  void describe(config::Fields& fields) {
    fields.number("modulus", modulus, {.unit = "Pa", .range = config::positive, .required = true});
  }
  double stiffness() const { return modulus; }
};

template <class Number>
struct GreenStrain {
  static constexpr std::string_view name = "green_strain";
  static constexpr std::string_view summary = "k/2 |(F'F - I)/2|^2";
  using Parameters = GreenStrainParameters;

  Number k;  // [Pa]

  explicit GreenStrain(const Parameters& parameters) : k(number<Number>(parameters.modulus)) {}

  Response<Number> respond(const Matrix3<Number>& F) const {
    const Matrix3<Number> E = (F.transpose() * F - Matrix3<Number>::Identity()) / 2;
    return {k / 2 * E.squaredNorm(), k * F * E};
  }
  Number density(const Vector3<Number>& stretches) const {
    return k / 8 * (stretches.cwiseAbs2() - Vector3<Number>::Ones()).squaredNorm();
  }
  Vector3<Number> gradient(const Vector3<Number>& stretches) const {
    return k / 2 * stretches.cwiseProduct(stretches.cwiseAbs2() - Vector3<Number>::Ones());
  }
  Matrix3<Number> hessian(const Vector3<Number>& stretches) const {
    return Vector3<Number>(k / 2 * (Number(3) * stretches.cwiseAbs2() - Vector3<Number>::Ones()))
        .asDiagonal();
  }
  Number symmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return pair_stiffness(stretches[i], stretches[j]);
  }
  Number antisymmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return pair_stiffness(stretches[i], Number(-stretches[j]));
  }
  Number quadratic_stiffness() const { return number<Number>(1.075) * k; }

 private:
  Number pair_stiffness(const Number& a, const Number& b) const {
    return k / 2 * (a * a + a * b + b * b - 1);
  }
};

}  // namespace simbench

// St. Venant–Kirchhoff: linear elasticity with Green's strain E = (FᵀF − I)/2 (Sifakis and Barbič 2012, Sec.
// 3.3): Ψ = μ E:E + λ/2 tr² E. It does not resist inversion, and softens in compression: below σ = 1/√3 the
// stress decreases again.
#pragma once

#include "deformable/energy/constraint_pair.h"
#include "deformable/energy/elastic_parameters.h"
#include "math/closest_rotation.h"

namespace simbench {

template <class Number>
struct StVenantKirchhoff {
  static constexpr std::string_view name = "st_venant_kirchhoff";
  static constexpr std::string_view summary = "mu E:E + lambda/2 tr^2 E, E = (F'F - I)/2";
  using Parameters = ElasticParameters;

  Number mu;      // [Pa]
  Number lambda;  // [Pa]

  explicit StVenantKirchhoff(const Parameters& parameters)
      : mu(number<Number>(parameters.mu())), lambda(number<Number>(parameters.lambda())) {}

  Response<Number> respond(const Matrix3<Number>& F) const {
    const Matrix3<Number> E = green_strain(F);
    const Number trace = E.trace();
    return {mu * E.squaredNorm() + lambda / 2 * trace * trace, F * (2 * mu * E) + (lambda * trace) * F};
  }

  Number second_derivative(const Matrix3<Number>& F, const Matrix3<Number>& dF) const {
    const Matrix3<Number> E = green_strain(F), product = F.transpose() * dF;
    const Matrix3<Number> dE = (product + product.transpose()) / 2, ddE = gram(dF);  // E' and E''
    return 2 * mu * (dE.squaredNorm() + E.cwiseProduct(ddE).sum()) +
           lambda * (dE.trace() * dE.trace() + E.trace() * ddE.trace());
  }

  Number density(const Vector3<Number>& stretches) const {
    const Vector3<Number> strains = green_strains(stretches);
    return mu * strains.squaredNorm() + lambda / 2 * strains.sum() * strains.sum();
  }
  Vector3<Number> gradient(const Vector3<Number>& stretches) const {
    const Vector3<Number> strains = green_strains(stretches);
    return stretches.cwiseProduct(2 * mu * strains + Vector3<Number>::Constant(lambda * strains.sum()));
  }
  Matrix3<Number> hessian(const Vector3<Number>& stretches) const {
    const Vector3<Number> strains = green_strains(stretches);
    Matrix3<Number> result = lambda * stretches * stretches.transpose();
    for (int i = 0; i < 3; ++i)
      result(i, i) += 2 * mu * (stretches[i] * stretches[i] + strains[i]) + lambda * strains.sum();
    return result;
  }
  Number symmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return pair_stiffness(stretches, i, j, stretches[j]);
  }
  Number antisymmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return pair_stiffness(stretches, i, j, -stretches[j]);
  }
  // ∂Ψ/∂σ₁(σ,1,1) = (2μ + λ)/2 (σ³ − σ).
  Number quadratic_stiffness() const { return number<Number>(1.075) * (2 * mu + lambda); }

  // A start away from collapse, σᵢ = 0. Newton's method would stay there, although it may be a maximum.
  Vector3<Number> prox_start(const Vector3<Number>& stretches) const {
    using std::abs;
    const Number least = number<Number>(0.1);
    return stretches.unaryExpr([&](const Number& stretch) -> Number {
      return select(abs(stretch) < least, Number(least * sign_of(stretch)), stretch);
    });
  }

  int constraint_count(ConstraintForm form) const {
    return form == ConstraintForm::block ? 6 : constraint_pair_count(form, lambda);
  }
  // Split and combined: A = ‖E‖, B = tr E. Block: the six components of E. In Voigt's notation their α is the
  // inverse of Hooke's matrix over the volume (Macklin et al. 2016), which is a full matrix. Its eigenvectors
  // are an orthonormal basis of symmetric matrices, in which α is diagonal: 1/(2μ + 3λ) for the change of
  // volume and 1/(2μ) for the others. A block's step does not depend on the basis.
  Constraint<Number> constraint(ConstraintForm form, int index, const Matrix3<Number>& F) const {
    const Matrix3<Number> E = green_strain(F);
    if (form == ConstraintForm::block) {
      const Matrix3<Number> B = strain_basis(index);
      return {E.cwiseProduct(B).sum(), F * B, index == 0 ? Number(2 * mu + 3 * lambda) : Number(2 * mu)};
    }
    const Number norm = E.norm();
    const Constraint<Number> A{norm, quotient_or_zero<Number>(F * E, norm), 2 * mu};
    const Constraint<Number> B{E.trace(), F, lambda};
    if (is_combined(form)) return combined_constraint(A, B);
    return index == 0 ? A : B;
  }

 private:
  // I/√3, two traceless diagonal matrices, and three shears; each of norm 1.
  static Matrix3<Number> strain_basis(int index) {
    Matrix3<Number> B = Matrix3<Number>::Constant(Number(0));
    if (index < 3) {
      constexpr double diagonals[3][3] = {{1, 1, 1}, {1, -1, 0}, {1, 1, -2}};
      constexpr double squares[3] = {3, 2, 6};
      for (int i = 0; i < 3; ++i) B(i, i) = number<Number>(diagonals[index][i] / std::sqrt(squares[index]));
    } else {
      const int i = (index + 1) % 3, j = (index + 2) % 3;
      B(i, j) = B(j, i) = number<Number>(1 / std::sqrt(2.0));
    }
    return B;
  }
  static Matrix3<Number> green_strain(const Matrix3<Number>& F) {
    return (F.transpose() * F - Matrix3<Number>::Identity()) / 2;
  }
  static Vector3<Number> green_strains(const Vector3<Number>& stretches) {
    return stretches.unaryExpr([](const Number& s) -> Number { return (s - 1) * (s + 1) / 2; });
  }
  // (ψᵢ ∓ ψⱼ)/(σᵢ ∓ σⱼ) = λ tr E + μ (σᵢ² ± σᵢσⱼ + σⱼ² − 1), for other = ±σⱼ.
  Number pair_stiffness(const Vector3<Number>& stretches, int i, int j, Number other) const {
    return lambda * green_strains(stretches).sum() +
           mu * (stretches[i] * (stretches[i] + other) + stretches[j] * stretches[j] - 1);
  }
};

}  // namespace simbench

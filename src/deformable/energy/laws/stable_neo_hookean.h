// Stable Neo-Hookean without its logarithm (the thesis's "simplified Neohookean"; Smith, de Goes and Kim
// 2018; Macklin and Müller 2021): Ψ = μ/2 (tr FᵀF − 3) + λ/2 (det F − 1 − μ/λ)². At rest Ψ = μ²/(2λ), not
// zero; the thesis records it in this form. Without the shift of det F by μ/λ it is the unstable form from
// which Smith et al. start: its stress at rest is μ, and a body without loads shrinks.
#pragma once

#include <cmath>
#include <limits>

#include "deformable/energy/elastic_parameters.h"
#include "deformable/energy/law.h"
#include "math/closest_rotation.h"

namespace simbench {

struct StableNeoHookeanParameters : ElasticParameters {
  bool rest_stable = true;

  void describe(config::Fields& fields) {
    ElasticParameters::describe(fields);
    fields.boolean(
        "rest_stable", rest_stable,
        {.doc = "false: (det F - 1)^2 instead of (det F - 1 - mu/lambda)^2, the unstable form that "
                "Smith et al. begin with: a body at rest shrinks"});
    fields.require(poisson_ratio > 0, "poisson_ratio",
                   "stable_neo_hookean divides by Lamé's lambda: Poisson's ratio must be greater than 0");
  }
};

template <class Number>
struct StableNeoHookean {
  static constexpr std::string_view name = "stable_neo_hookean";
  static constexpr std::string_view summary = "mu/2 (tr F'F - 3) + lambda/2 (det F - 1 - mu/lambda)^2";
  using Parameters = StableNeoHookeanParameters;
  static constexpr bool on_quadratic_tets = true;

  Number mu;             // [Pa]
  Number lambda;         // [Pa]
  Number volume_target;  // 1 + μ/λ, or 1 in the unstable form; the second term vanishes there

  explicit StableNeoHookean(const Parameters& parameters)
      : mu(number<Number>(parameters.mu())),
        lambda(number<Number>(parameters.lambda())),
        volume_target(
            number<Number>(parameters.rest_stable ? 1 + parameters.mu() / parameters.lambda() : 1)) {}

  // det F minus its target. The second term is its square.
  Number volume_excess(const Matrix3<Number>& F) const { return F.determinant() - volume_target; }

  // This law with an augmented Lagrangian instead of the second term: its stress is (k (det F − target) + p)
  // cof F with k `stiffness` and p `pressure` [Pa].
  StableNeoHookean with_pressure(const Number& stiffness, const Number& pressure) const {
    StableNeoHookean law = *this;
    law.lambda = stiffness;
    law.volume_target = volume_target - pressure / stiffness;
    return law;
  }

  Response<Number> respond(const Matrix3<Number>& F) const {
    const Matrix3<Number> volume_gradient = cofactor(F);
    const Number excess = F.col(0).dot(volume_gradient.col(0)) - volume_target;
    return {mu / 2 * (F.squaredNorm() - 3) + lambda / 2 * excess * excess,
            mu * F + (lambda * excess) * volume_gradient};
  }

  // det F is affine in x with slope c = cof(F) g, so the Hessian is positive definite.
  Matrix3<Number> vertex_hessian(const Matrix3<Number>& F, const Vector3<Number>& g) const {
    const Vector3<Number> c = cofactor(F) * g;
    Matrix3<Number> result = (lambda * c) * c.transpose();
    add_to_diagonal(result, Number(mu * g.squaredNorm()));
    return result;
  }

  Number second_derivative(const Matrix3<Number>& F, const Matrix3<Number>& dF) const {
    const Matrix3<Number> volume_gradient = cofactor(F);
    const Number excess = F.col(0).dot(volume_gradient.col(0)) - volume_target;
    const Number change = volume_gradient.cwiseProduct(dF).sum();
    return mu * dF.squaredNorm() + lambda * (change * change + excess * determinant_curvature(F, dF));
  }

  Number density(const Vector3<Number>& stretches) const {
    const Number excess = stretches.prod() - volume_target;
    return mu / 2 * (stretches.squaredNorm() - 3) + lambda / 2 * excess * excess;
  }
  Vector3<Number> gradient(const Vector3<Number>& stretches) const {
    const Number excess = stretches.prod() - volume_target;
    return mu * stretches + (lambda * excess) * volume_gradient(stretches);
  }
  Matrix3<Number> hessian(const Vector3<Number>& stretches) const {
    const Vector3<Number> areas = volume_gradient(stretches);
    const Number pressure = lambda * (stretches.prod() - volume_target);
    Matrix3<Number> result = mu * Matrix3<Number>::Identity() + lambda * areas * areas.transpose();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        if (i != j) result(i, j) += pressure * stretches[3 - i - j];
      }
    }
    return result;
  }
  Number symmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return mu - lambda * (stretches.prod() - volume_target) * stretches[3 - i - j];
  }
  Number antisymmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return mu + lambda * (stretches.prod() - volume_target) * stretches[3 - i - j];
  }
  // ∂Ψ/∂σ₁(σ,1,1) = (μ + λ)(σ − 1).
  Number quadratic_stiffness() const { return mu + lambda; }

  // Split: C_D = ‖F‖ with stiffness μ, then C_H = det F − 1 − μ/λ with stiffness λ.
  // Combined: C = √(μ/x tr FᵀF + λ/x (det F − 1 − μ/λ)²) with stiffness x = max(μ, λ).
  // In both forms Σ ½ C²/α = V (Ψ + 3μ/2). None of these constraints is zero at rest; combined_from_rest is:
  // Σ ½ C²/α = V (Ψ − Ψ(I)), which is not negative if λ ≥ μ. Where it is negative, C is 0 without a gradient.
  int constraint_count(ConstraintForm form) const { return is_combined(form) ? 1 : 2; }
  Constraint<Number> constraint(ConstraintForm form, int index, const Matrix3<Number>& F) const {
    using std::sqrt;
    if (!is_combined(form) && index == 0) {
      const Number value = F.norm();
      return {value, quotient_or_zero(F, value), mu};
    }
    const Matrix3<Number> volume_gradient = cofactor(F);
    const Number excess = F.col(0).dot(volume_gradient.col(0)) - volume_target;
    if (!is_combined(form)) return {excess, volume_gradient, lambda};
    const Number stiffness = select(mu > lambda, mu, lambda), a = mu / stiffness, b = lambda / stiffness;
    const Number square = form == ConstraintForm::combined_from_rest
                              ? square_from_rest(F, excess + volume_target, a, b)
                              : Number(a * F.squaredNorm() + b * excess * excess);
    const Number value = sqrt(square);
    return {value, quotient_or_zero<Number>(a * F + (b * excess) * volume_gradient, value), stiffness};
  }

 private:
  // 2 (Ψ − Ψ(I))/x = a (tr FᵀF − 3) + b (J − 1)² − 2 b (J − 1)(target − 1), or 0 if it is negative or only
  // rounding error of an F at rest. With G = FᵀF − I, J − 1 = (J² − 1)/(J + 1) keeps the digits near rest.
  Number square_from_rest(const Matrix3<Number>& F, const Number& J, const Number& a, const Number& b) const {
    const Matrix3<Number> G = gram(F) - Matrix3<Number>::Identity();
    const Number trace = G.trace();
    const Number x = trace + (trace * trace - G.squaredNorm()) / 2 + G.col(0).dot(cofactor(G).col(0));
    const Number change = select(J > number<Number>(0.5), Number(x / (J + 1)), Number(J - 1));
    const Number square = a * trace + b * change * change - 2 * b * change * (volume_target - 1);
    const Number least = number<Number>(256.0 * epsilon * epsilon);
    return select(square > least, square, Number(0));
  }
  static constexpr RealOf<Number> epsilon = std::numeric_limits<RealOf<Number>>::epsilon();
  static Vector3<Number> volume_gradient(const Vector3<Number>& s) {
    return {s[1] * s[2], s[2] * s[0], s[0] * s[1]};
  }
};

}  // namespace simbench

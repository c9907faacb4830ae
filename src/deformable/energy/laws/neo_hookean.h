// Neo-Hookean with logarithms (Bonet and Wood 2008, Eq. 6.28; Sifakis and Barbič 2012, Sec. 3.5): Ψ = μ/2 (tr
// FᵀF − 3) − μ ln J + λ/2 ln² J with J = det F. Ψ is +∞ for J ≤ 0, so that no element inverts; the stress is
// NaN there. XPBD uses a sum of two squares, Ψ = μ/2 A² + λ/2 B², with B = ln J and A² = tr FᵀF − 3 − 2 ln J.
// A² is never negative, because σ² − 1 ≥ 2 ln σ.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "deformable/energy/constraint_pair.h"
#include "deformable/energy/elastic_parameters.h"
#include "deformable/energy/law.h"
#include "math/closest_rotation.h"

namespace simbench {

template <class Number>
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

  Number mu;      // [Pa]
  Number lambda;  // [Pa]

  explicit NeoHookean(const ElasticParameters& parameters)
      : mu(number<Number>(parameters.mu())), lambda(number<Number>(parameters.lambda())) {}

  Response<Number> respond(const Matrix3<Number>& F) const {
    const Matrix3<Number> volume_gradient = cofactor(F);
    const Number J = F.col(0).dot(volume_gradient.col(0));
    const Number logarithm = logarithm_or_nan(J);
    const Number density = mu / 2 * (F.squaredNorm() - 3) + (lambda / 2 * logarithm - mu) * logarithm;
    return {select(J > 0, density, Number(infinity)),
            mu * F + ((lambda * logarithm - mu) / J) * volume_gradient};
  }

  Number second_derivative(const Matrix3<Number>& F, const Matrix3<Number>& dF) const {
    const Matrix3<Number> volume_gradient = cofactor(F);
    const Number J = F.col(0).dot(volume_gradient.col(0));
    const Number pressure = lambda * logarithm_or_nan(J) - mu;  // ∂Ψ/∂ ln J
    const Number change = volume_gradient.cwiseProduct(dF).sum() / J;
    return mu * dF.squaredNorm() + (lambda - pressure) * change * change +
           pressure * determinant_curvature(F, dF) / J;
  }

  // Signed stretches have σ₁ ≥ σ₂ ≥ |σ₃|. All of them must be positive, because J is also positive if two are
  // negative.
  Number density(const Vector3<Number>& stretches) const {
    const Number logarithm = logarithm_or_nan(stretches.prod());
    const Number density = mu / 2 * (stretches.squaredNorm() - 3) + (lambda / 2 * logarithm - mu) * logarithm;
    return select(stretches[1] > 0 && stretches[2] > 0 && stretches.prod() > 0, density, Number(infinity));
  }
  Vector3<Number> gradient(const Vector3<Number>& stretches) const {
    return mu * stretches + pressure(stretches) * stretches.cwiseInverse();
  }
  Matrix3<Number> hessian(const Vector3<Number>& stretches) const {
    const Vector3<Number> inverse = stretches.cwiseInverse();
    Matrix3<Number> result = lambda * inverse * inverse.transpose();
    for (int i = 0; i < 3; ++i) result(i, i) += mu - pressure(stretches) * (inverse[i] * inverse[i]);
    return result;
  }
  Number symmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return mu - pressure(stretches) / (stretches[i] * stretches[j]);
  }
  Number antisymmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return mu + pressure(stretches) / (stretches[i] * stretches[j]);
  }
  // ∂Ψ/∂σ₁(σ,1,1) = μ (σ − 1/σ) + λ ln σ/σ. Over [0.5, 1.5], ∫ (σ−1)² dσ = 1/12. So the coefficients of μ and
  // λ are 12 times the integrals of (σ−1)(σ−1/σ) and (σ−1) ln σ/σ. The antiderivatives of these are
  // σ³/3 − σ²/2 − σ + ln σ and σ ln σ − σ − ½ ln² σ.
  Number quadratic_stiffness() const {
    const Number ln2 = number<Number>(std::numbers::ln2), ln3 = number<Number>(std::log(3.0));
    return (12 * ln3 - 11) * mu + (18 * ln3 - 12 * ln2 - 12 - 6 * ln3 * (ln3 - 2 * ln2)) * lambda;
  }

  // A feasible start. Nearer to collapse, Newton's method would have to double σ many times.
  Vector3<Number> prox_start(const Vector3<Number>& stretches) const {
    const Number least = number<Number>(0.1);
    return stretches.unaryExpr(
        [&](const Number& stretch) -> Number { return select(stretch < least, least, stretch); });
  }

  int constraint_count(ConstraintForm form) const { return constraint_pair_count(form, lambda); }
  // ∂A/∂F = (F − F⁻ᵀ)/A and ∂B/∂F = F⁻ᵀ. A and B are zero at rest. For J ≤ 0 they are infinite, with zero
  // gradient.
  Constraint<Number> constraint(ConstraintForm form, int index, const Matrix3<Number>& F) const {
    using std::sqrt;
    const Matrix3<Number> volume_gradient = cofactor(F);
    const Number J = F.col(0).dot(volume_gradient.col(0));
    const Matrix3<Number> inverse_transpose = Number(1 / J) * volume_gradient;
    const Matrix3<Number> strain = gram(F) - Matrix3<Number>::Identity();
    const Number logarithm = logarithm_of_volume(J, strain), square = strain.trace() - 2 * logarithm;
    // A smaller square is only rounding error of an F at rest.
    const Number least = number<Number>(256.0 * Limits::epsilon() * Limits::epsilon());
    const Number norm = sqrt(select(square > least, square, Number(0)));
    const Constraint<Number> A{norm, quotient_or_zero<Number>(F - inverse_transpose, norm), mu};
    const Constraint<Number> B{logarithm, inverse_transpose, lambda};
    Constraint<Number> result = is_combined(form) ? combined_constraint(A, B) : index == 0 ? A : B;
    result.value = select(J > 0, result.value, Number(infinity));
    result.gradient = result.gradient.unaryExpr(
        [&](const Number& entry) -> Number { return select(J > 0, entry, Number(0)); });
    return result;
  }

 private:
  using Limits = std::numeric_limits<RealOf<Number>>;
  static constexpr RealOf<Number> infinity = Limits::infinity();

  static Number logarithm_or_nan(const Number& J) {
    using std::log;
    return log(select(J > 0, J, Number(Limits::quiet_NaN())));
  }
  // ln J = ½ ln det FᵀF. Near rest this form keeps the digits that tr FᵀF − 3 − 2 ln J needs: with strain =
  // FᵀF − I and 1 + x = det FᵀF, ln(1 + x) is accurate although 1 + x is rounded (Goldberg 1991, Theorem 4).
  static Number logarithm_of_volume(const Number& J, const Matrix3<Number>& strain) {
    using std::log;
    const Number trace = strain.trace();
    const Number x =
        trace + (trace * trace - strain.squaredNorm()) / 2 + strain.col(0).dot(cofactor(strain).col(0));
    const Number rounded = 1 + x;
    const auto is_near_rest = x * x < number<Number>(0.25);
    const Number logarithm = log(select(is_near_rest, rounded, J));
    const Number near_rest = select(rounded == Number(1), x, Number(logarithm * x / (rounded - 1)));
    return select(is_near_rest, Number(near_rest / 2), logarithm);
  }
  // λ ln J − μ
  Number pressure(const Vector3<Number>& stretches) const {
    return lambda * logarithm_or_nan(stretches.prod()) - mu;
  }
};

}  // namespace simbench

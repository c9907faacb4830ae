// Corotated linear elasticity: linear elasticity in the frame of R, the closest rotation to F (Sifakis and
// Barbič 2012, Sec. 3.4): Ψ = μ ‖F − R‖² + λ/2 tr²(RᵀF − I) = μ Σ(σᵢ − 1)² + λ/2 (Σσᵢ − 3)². It is finite in
// inverted tets.
#pragma once

#include "deformable/energy/constraint_pair.h"
#include "deformable/energy/elastic_parameters.h"
#include "math/closest_rotation.h"

namespace simbench {

template <class Number>
struct CorotatedLinear {
  static constexpr std::string_view name = "corotated_linear";
  static constexpr std::string_view summary = "mu |F - R|^2 + lambda/2 tr^2(R'F - I)";
  using Parameters = ElasticParameters;

  Number mu;      // [Pa]
  Number lambda;  // [Pa]

  explicit CorotatedLinear(const Parameters& parameters)
      : mu(number<Number>(parameters.mu())), lambda(number<Number>(parameters.lambda())) {}

  static Matrix3<Number> rotation(const Matrix3<Number>& F) { return closest_rotation(F); }
  Response<Number> respond(const Matrix3<Number>& F) const { return respond(F, rotation(F)); }
  Response<Number> respond(const Matrix3<Number>& F, const Matrix3<Number>& R) const {
    const Matrix3<Number> deviation = F - R;
    const Number trace = R.cwiseProduct(deviation).sum();
    return {mu * deviation.squaredNorm() + lambda / 2 * trace * trace,
            2 * mu * deviation + (lambda * trace) * R};
  }

  Number density(const Vector3<Number>& stretches) const {
    const Vector3<Number> strains = stretches - Vector3<Number>::Ones();
    return mu * strains.squaredNorm() + lambda / 2 * strains.sum() * strains.sum();
  }
  Vector3<Number> gradient(const Vector3<Number>& stretches) const {
    const Vector3<Number> strains = stretches - Vector3<Number>::Ones();
    return 2 * mu * strains + Vector3<Number>::Constant(lambda * strains.sum());
  }
  Matrix3<Number> hessian(const Vector3<Number>&) const {
    return 2 * mu * Matrix3<Number>::Identity() + Matrix3<Number>::Constant(lambda);
  }
  Number symmetric_stiffness(const Vector3<Number>&, int, int) const { return 2 * mu; }
  Number antisymmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    // The quotient is unbounded where R jumps; the bound keeps it finite there.
    const Number sum = stretches[i] + stretches[j], least = std::numeric_limits<RealOf<Number>>::epsilon();
    const Number trace = (stretches - Vector3<Number>::Ones()).sum();
    return 2 * mu + (2 * lambda * trace - 4 * mu) / select(sum < least, least, sum);
  }
  Number second_derivative(const Matrix3<Number>& F, const Matrix3<Number>& dF) const {
    const Matrix3<Number> R = closest_rotation(F);
    const Number trace = R.cwiseProduct(F).sum() - 3, change = R.cwiseProduct(dF).sum();
    return 2 * mu * dF.squaredNorm() + lambda * change * change +
           (lambda * trace - 2 * mu) * trace_curvature(F, R, dF);
  }
  Number quadratic_stiffness() const { return 2 * mu + lambda; }
  // The Hessian in x of Ψ(F + x gᵀ) without the curvature of R: that of PBNG (pbng.h) with the gradient R of
  // this law's trace in the place of cof F.
  Matrix3<Number> approximate_vertex_hessian(const Matrix3<Number>& F, const Vector3<Number>& g) const {
    const Vector3<Number> c = closest_rotation(F) * g;
    Matrix3<Number> result = (lambda * c) * c.transpose();
    add_to_diagonal(result, Number(2 * mu * g.squaredNorm()));
    return result;
  }

  // Ψ is quadratic in the stretches, so σ − 1 solves a linear system; we first compute its trace. If F is
  // strongly stretched and nearly inverted, the solution may have σ₂ + σ₃ < 0, which the stretches of a
  // deformation gradient never have. The minimum then lies on the boundary σ₃ = −σ₂.
  Matrix3<Number> prox(const Matrix3<Number>& F, Number r) const {
    const SignedSvd<Number> svd = signed_svd(F);
    const Vector3<Number>& target = svd.stretches;
    const Number trace = r * (target - Vector3<Number>::Ones()).sum() / (2 * mu + 3 * lambda + r);
    Vector3<Number> stretches = target.unaryExpr(
        [&](const Number& s) -> Number { return 1 + (r * (s - 1) - lambda * trace) / (2 * mu + r); });
    const Number shear = r * (target[1] - target[2]) / (4 * mu + 2 * r);
    const Vector3<Number> bound((2 * mu + 3 * lambda + r * target[0]) / (2 * mu + lambda + r), shear, -shear);
    const auto is_outside = stretches[1] + stretches[2] < 0;
    for (int i = 0; i < 3; ++i) stretches[i] = select(is_outside, bound[i], stretches[i]);
    return svd.U * stretches.asDiagonal() * svd.V.transpose();
  }

  int constraint_count(ConstraintForm form) const { return constraint_pair_count(form, lambda); }
  // A = ‖F − R‖, B = tr(RᵀF − I).
  Constraint<Number> constraint(ConstraintForm form, int index, const Matrix3<Number>& F) const {
    return constraint(form, index, F, rotation(F));
  }
  Constraint<Number> constraint(ConstraintForm form, int index, const Matrix3<Number>& F,
                                const Matrix3<Number>& R) const {
    const Matrix3<Number> deviation = F - R;
    const Number norm = deviation.norm();
    const Constraint<Number> A{norm, quotient_or_zero(deviation, norm), 2 * mu};
    const Constraint<Number> B{R.cwiseProduct(deviation).sum(), R, lambda};
    if (is_combined(form)) return combined_constraint(A, B);
    return index == 0 ? A : B;
  }
};

}  // namespace simbench

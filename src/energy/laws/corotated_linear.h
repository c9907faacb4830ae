// Corotated linear elasticity: linear elasticity in the frame of R, the closest rotation to F (Sifakis and Barbič 2012,
// Sec. 3.4): Ψ = μ ‖F − R‖² + λ/2 tr²(RᵀF − I) = μ Σ(σᵢ − 1)² + λ/2 (Σσᵢ − 3)². Finite in inverted tets.
#pragma once

#include "energy/laws/constraint_pair.h"
#include "energy/laws/elastic_parameters.h"
#include "math/closest_rotation.h"

namespace simbench {

template <class Real>
struct CorotatedLinear {
  static constexpr std::string_view name = "corotated_linear";
  static constexpr std::string_view summary = "mu |F - R|^2 + lambda/2 tr^2(R'F - I)";
  using Parameters = ElasticParameters;

  Real mu;      // [Pa]
  Real lambda;  // [Pa]

  explicit CorotatedLinear(const Parameters& parameters)
      : mu(static_cast<Real>(parameters.mu())), lambda(static_cast<Real>(parameters.lambda())) {}

  Response<Real> respond(const Matrix3<Real>& F) const {
    const Matrix3<Real> R = closest_rotation(F), deviation = F - R;
    const Real trace = R.cwiseProduct(deviation).sum();
    return {mu * deviation.squaredNorm() + lambda / 2 * trace * trace,
            2 * mu * deviation + (lambda * trace) * R};
  }

  Real density(const Vector3<Real>& stretches) const {
    const Vector3<Real> strains = stretches.array() - 1;
    return mu * strains.squaredNorm() + lambda / 2 * strains.sum() * strains.sum();
  }
  Vector3<Real> gradient(const Vector3<Real>& stretches) const {
    const Vector3<Real> strains = stretches.array() - 1;
    return 2 * mu * strains + Vector3<Real>::Constant(lambda * strains.sum());
  }
  Matrix3<Real> hessian(const Vector3<Real>&) const {
    return 2 * mu * Matrix3<Real>::Identity() + Matrix3<Real>::Constant(lambda);
  }
  Real symmetric_stiffness(const Vector3<Real>&, int, int) const { return 2 * mu; }
  Real antisymmetric_stiffness(const Vector3<Real>& stretches, int i, int j) const {
    // Unbounded where R jumps; the bound keeps it finite there.
    const Real sum = std::max(stretches[i] + stretches[j], std::numeric_limits<Real>::epsilon());
    return 2 * mu + (2 * lambda * (stretches.array() - 1).sum() - 4 * mu) / sum;
  }
  Real quadratic_stiffness() const { return 2 * mu + lambda; }

  // Ψ is quadratic in the stretches: a linear system in σ − 1, solved by its trace. Its solution may leave the stretches
  // of a deformation gradient, σ₂ + σ₃ ≥ 0 (F stretched much while nearly inverted); the minimum then has σ₃ = −σ₂.
  Matrix3<Real> prox(const Matrix3<Real>& F, Real r) const {
    const SignedSvd<Real> svd = signed_svd(F);
    const Vector3<Real>& target = svd.stretches;
    const Real trace = r * (target.array() - 1).sum() / (2 * mu + 3 * lambda + r);
    Vector3<Real> stretches = 1 + (r * (target.array() - 1) - lambda * trace) / (2 * mu + r);
    if (stretches[1] + stretches[2] < 0) {
      const Real shear = r * (target[1] - target[2]) / (4 * mu + 2 * r);
      stretches = {(2 * mu + 3 * lambda + r * target[0]) / (2 * mu + lambda + r), shear, -shear};
    }
    return svd.U * stretches.asDiagonal() * svd.V.transpose();
  }

  int constraint_count(ConstraintForm form) const { return constraint_pair_count(form, lambda); }
  // A = ‖F − R‖, B = tr(RᵀF − I).
  Constraint<Real> constraint(ConstraintForm form, int index, const Matrix3<Real>& F) const {
    const Matrix3<Real> R = closest_rotation(F), deviation = F - R;
    const Real norm = deviation.norm();
    const Constraint<Real> A{norm, norm > 0 ? Matrix3<Real>(deviation / norm) : Matrix3<Real>::Zero(),
                             2 * mu};
    const Constraint<Real> B{R.cwiseProduct(deviation).sum(), R, lambda};
    if (form == ConstraintForm::combined) return combined_constraint(A, B);
    return index == 0 ? A : B;
  }
};

}  // namespace simbench

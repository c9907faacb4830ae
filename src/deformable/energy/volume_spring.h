// A spring on a tet's volume: Ψ = κ/2 (det F − 1)² with the bulk stiffness κ [Pa]. This is XPBD's volume
// constraint C = V(q) − V₀ in units of V₀ (Müller et al. 2007; Macklin et al. 2016), written as a law of F.
// With κ = ∞ it is the hard constraint det F = 1 (α = 0), which has no energy: Ψ = 0 then.
#pragma once

#include <cmath>

#include "deformable/energy/law.h"
#include "math/closest_rotation.h"

namespace simbench {

struct VolumeSpringParameters {
  double stiffness = 0;  // κ [Pa]; infinite for a hard constraint
};

// ∂² det F/∂F².
template <class Number>
struct DeterminantHessian {
  Matrix3<Number> F;

  // ∂²/∂x∂y of det(F + x aᵀ + y bᵀ) = … + x·(y × F (a × b)).
  Matrix3<Number> block(const Vector3<Number>& a, const Vector3<Number>& b) const {
    const Vector3<Number> w = F * a.cross(b);
    Matrix3<Number> result = Matrix3<Number>::Constant(Number(0));
    for (int i = 0; i < 3; ++i) {
      result(i, (i + 1) % 3) = w[(i + 2) % 3];
      result((i + 1) % 3, i) = -w[(i + 2) % 3];
    }
    return result;
  }
};

template <class Number>
struct VolumeSpring {
  static constexpr std::string_view name = "volume";
  using Parameters = VolumeSpringParameters;

  Number kappa;             // of the energy [Pa]; 0 if the constraint is hard
  Number constraint_kappa;  // of the constraint: κ [Pa]
  bool is_hard;

  explicit VolumeSpring(const Parameters& parameters)
      : kappa(number<Number>(std::isfinite(parameters.stiffness) ? parameters.stiffness : 0)),
        constraint_kappa(number<Number>(parameters.stiffness)),
        is_hard(!std::isfinite(parameters.stiffness)) {}

  Response<Number> respond(const Matrix3<Number>& F) const {
    const Matrix3<Number> areas = cofactor(F);
    const Number excess = F.col(0).dot(areas.col(0)) - 1;
    return {kappa / 2 * excess * excess, (kappa * excess) * areas};
  }
  // det F is affine in x, with slope cof(F) g.
  Matrix3<Number> vertex_hessian(const Matrix3<Number>& F, const Vector3<Number>& g) const {
    const Vector3<Number> c = cofactor(F) * g;
    return (kappa * c) * c.transpose();
  }

  Number density(const Vector3<Number>& stretches) const {
    const Number excess = stretches.prod() - 1;
    return kappa / 2 * excess * excess;
  }
  Vector3<Number> gradient(const Vector3<Number>& stretches) const {
    return pressure(stretches) * areas(stretches);
  }
  Matrix3<Number> hessian(const Vector3<Number>& stretches) const {
    const Vector3<Number> a = areas(stretches);
    Matrix3<Number> result = kappa * a * a.transpose();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        if (i != j) result(i, j) += pressure(stretches) * stretches[3 - i - j];
      }
    }
    return result;
  }
  Number symmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return -pressure(stretches) * stretches[3 - i - j];
  }
  Number antisymmetric_stiffness(const Vector3<Number>& stretches, int i, int j) const {
    return pressure(stretches) * stretches[3 - i - j];
  }
  // Ψ(σ,1,1) = κ/2 (σ − 1)².
  Number quadratic_stiffness() const { return kappa; }

  static constexpr int constraint_count(ConstraintForm) { return 1; }
  // C = det F − 1.
  Constraint<Number> constraint(ConstraintForm, int, const Matrix3<Number>& F) const {
    const Matrix3<Number> areas = cofactor(F);
    return {F.col(0).dot(areas.col(0)) - 1, areas, constraint_kappa};
  }
  DeterminantHessian<Number> constraint_hessian(ConstraintForm, int, const Matrix3<Number>& F) const {
    return {F};
  }

 private:
  // κ (J − 1) [Pa].
  Number pressure(const Vector3<Number>& s) const { return kappa * (s.prod() - 1); }
  static Vector3<Number> areas(const Vector3<Number>& s) { return {s[1] * s[2], s[2] * s[0], s[0] * s[1]}; }
};

}  // namespace simbench

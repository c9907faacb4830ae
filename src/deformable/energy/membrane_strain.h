// The in-plane strain of a triangle: Ψ = k/2 ‖F − R‖² = k/2 ((σ₁ − 1)² + (σ₂ − 1)²) with the 3 × 2
// deformation gradient F and the closest R with orthonormal columns (Bouaziz et al. 2014, Sec. 5.1). It is
// Projective Dynamics' energy of cloth, and resists compression as it resists stretch.
#pragma once

#include "deformable/energy/law.h"
#include "math/closest_frame.h"

namespace simbench {

struct MembraneParameters {
  double stiffness = 0;  // k [Pa]
};

// ∂²Ψ/∂F²/k. Its eigenmatrices are the twist T = (n × R)/√2 in the plane with the eigenvalue 1 − 2/(σ₁ + σ₂),
// the bendings n vᵢᵀ out of the plane with 1 − 1/σᵢ, and three strains in the plane with 1.
template <class Number>
struct MembraneHessian {
  using Vector2 = Eigen::Matrix<Number, 2, 1>;

  Number stiffness;
  Vector3<Number> normal;               // n
  Matrix32<Number> twist;               // T
  Number of_twist;                      // eigenvalue
  Eigen::Matrix<Number, 2, 2> bending;  // Σ eigenvalueᵢ vᵢ vᵢᵀ

  // The coupling of two vertices with these shape gradients.
  Matrix3<Number> block(const Vector2& a, const Vector2& b) const {
    const Matrix3<Number> across = normal * normal.transpose();
    const Number product = a[0] * b[0] + a[1] * b[1];
    const Vector2 bent = bending * b;
    const Number out_of_plane = a[0] * bent[0] + a[1] * bent[1];
    const Vector3<Number> twist_a = twist * a, twist_b = twist * b;
    const Matrix3<Number> in_plane = product * (Matrix3<Number>::Identity() - across).eval();
    const Matrix3<Number> twisted = (twist_a * Number(of_twist - 1)) * twist_b.transpose();
    return stiffness * (in_plane + twisted + out_of_plane * across);
  }
};

template <class Number>
struct MembraneStrain {
  static constexpr std::string_view name = "membrane";
  using Parameters = MembraneParameters;

  Number stiffness;  // k [Pa]

  explicit MembraneStrain(const Parameters& parameters) : stiffness(number<Number>(parameters.stiffness)) {}

  Response<Number, 2> respond(const Matrix32<Number>& F) const {
    const Matrix32<Number> deviation = F - project(F);
    return {stiffness / 2 * deviation.squaredNorm(), stiffness * deviation};
  }
  friend MembraneHessian<Number> density_hessian(const MembraneStrain& law, const Matrix32<Number>& F,
                                                 Definiteness definiteness) {
    using std::max;
    const ClosestFrame<Number> frame = closest_frame(F);
    const Number least = std::numeric_limits<RealOf<Number>>::epsilon();  // keeps eigenvalues finite
    const auto eigenvalue = [&](const Number& stretch) {
      return made_definite(Number(1 - 1 / max(stretch, least)), definiteness);
    };
    MembraneHessian<Number> hessian;
    hessian.stiffness = law.stiffness;
    hessian.normal = frame.normal;
    for (int i = 0; i < 2; ++i) {
      const Vector3<Number> axis = frame.rotation.col(i);
      hessian.twist.col(i) = frame.normal.cross(axis) * number<Number>(1 / std::numbers::sqrt2);
    }
    hessian.of_twist = eigenvalue(frame.sum / 2);
    // A function of S = RᵀF by its two eigenvalues: their mean, and their difference along the rest of S.
    const Number first = eigenvalue((frame.sum + frame.difference) / 2);
    const Number second = eigenvalue((frame.sum - frame.difference) / 2);
    const Number slope = select(frame.difference > 0, Number((first - second) / frame.difference), Number(0));
    const Eigen::Matrix<Number, 2, 2> S = frame.rotation.transpose() * F;
    const Number off_diagonal = slope * (S(0, 1) + S(1, 0)) / 2, diagonal = slope * (S(0, 0) - S(1, 1)) / 2;
    const Number mean = (first + second) / 2;
    hessian.bending(0, 0) = mean + diagonal;
    hessian.bending(1, 1) = mean - diagonal;
    hessian.bending(0, 1) = hessian.bending(1, 0) = off_diagonal;
    return hessian;
  }
  Number quadratic_stiffness() const { return stiffness; }

  Matrix32<Number> project(const Matrix32<Number>& F) const { return closest_frame(F).rotation; }
  // Z has the same R as F.
  Matrix32<Number> prox(const Matrix32<Number>& F, const Number& r) const {
    return (stiffness * project(F) + r * F) * Number(1 / (stiffness + r));
  }

  static constexpr int constraint_count(ConstraintForm) { return 1; }
  // C = ‖F − R‖, ∂C/∂F = (F − R)/C.
  Constraint<Number, 2> constraint(ConstraintForm, int, const Matrix32<Number>& F) const {
    const Matrix32<Number> deviation = F - project(F);
    const Number value = deviation.norm();
    return {value, quotient_or_zero(deviation, value), stiffness};
  }
};

}  // namespace simbench

// What a hyperelastic law is: an isotropic energy density Ψ(F) [J/m³] of the deformation gradient F, a value
// type that knows no mesh, no time step and no solver. A law L<Real> in laws/ has
//
//   static name, summary; Parameters (with describe() and stiffness()); a constructor from Parameters
//   respond(F)                           Response: Ψ and the stress ∂Ψ/∂F
//   density(σ), gradient(σ), hessian(σ)  Ψ and its derivatives by the signed stretches σ of F = U Σ Vᵀ
//   symmetric_stiffness(σ, i, j)         (ψᵢ − ψⱼ)/(σᵢ − σⱼ) and
//   antisymmetric_stiffness(σ, i, j)     (ψᵢ + ψⱼ)/(σᵢ + σⱼ) in a form without cancellation: the eigenvalues
//                                        of ∂²Ψ/∂F² that belong to the pair (i, j) of stretches
//   quadratic_stiffness()                k of the quadratic k/2 ‖F − R‖² that stands for the law in L-BFGS's S:
//                                        argmin ∫ (k(σ − 1) − ∂Ψ/∂σ₁(σ,1,1))² dσ over [0.5, 1.5] (Liu et al.
//                                        2017; Ledwon 2024, Eq. 3.84)
//
// and may have
//
//   project(F)                           Projective Dynamics' p(F), if Ψ = k/2 ‖F − p(F)‖²
//   prox(F, r)                           argmin_Z Ψ(Z) + r/2 ‖Z − F‖² in closed form (else prox.h finds it)
//   prox_start(σ)                        stretches near σ where prox.h starts, if σ itself may be a bad start
//                                        (Ψ = +∞, or a maximum); Ψ must be finite there
//   constraint_count(form),
//   constraint(form, index, F)           XPBD's constraints, with Σ ½ C²/α = V Ψ + a constant
//
// This header derives what follows for every law alike.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <string_view>

#include "math/signed_svd.h"
#include "math/types.h"

namespace simbench {

template <class Real>
struct Response {
  Real density;          // Ψ [J/m³]
  Matrix3<Real> stress;  // ∂Ψ/∂F, first Piola–Kirchhoff [Pa]
};

// One scalar constraint C(F) of XPBD with compliance α = 1/(stiffness · V).
template <class Real>
struct Constraint {
  Real value;  // C
  Matrix3<Real>
      gradient;  // ∂C/∂F; zero where C has none (a tet at rest in the strain law): the constraint is skipped
  Real stiffness;  // [Pa]
};

// How a law with several XPBD constraints hands them out (Macklin and Müller 2021): one after the other, or
// as one.
enum class ConstraintForm { split, combined };

// Whether a Hessian is the true one or has its negative eigenvalues set to zero, element by element.
enum class Definiteness { exact, clamped };

// The eigenvalues of ∂²Ψ/∂F² by the signed stretches: a 3 × 3 Hessian on span{uᵢvᵢᵀ}, and for each pair (i, j) one of
// (uᵢvⱼᵀ + uⱼvᵢᵀ)/√2 and one of (uᵢvⱼᵀ − uⱼvᵢᵀ)/√2. The analysis is that of Smith, de Goes and Kim 2019 (Analytic
// Eigensystems for Isotropic Distortion Energies), in Teran et al. 2005's divided differences.
template <class Real>
struct Eigensystem {
  Matrix3<Real> stretch_hessian;
  Matrix3<Real> symmetric, antisymmetric;  // of the pairs i < j
};

template <class Law, class Real>
Eigensystem<Real> eigensystem(const Law& law, const Vector3<Real>& stretches, Definiteness definiteness) {
  const auto clamp = [&](Real eigenvalue) {
    return definiteness == Definiteness::clamped ? std::max(eigenvalue, Real(0)) : eigenvalue;
  };
  Eigensystem<Real> system;
  system.stretch_hessian = law.hessian(stretches);
  const bool is_positive = Eigen::LLT<Matrix3<Real>>(system.stretch_hessian).info() == Eigen::Success;
  if (definiteness == Definiteness::clamped && !is_positive) {
    const Eigen::SelfAdjointEigenSolver<Matrix3<Real>> eigen(system.stretch_hessian);
    if (eigen.eigenvalues()[0] < 0) {
      system.stretch_hessian = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
                               eigen.eigenvectors().transpose();
    }
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 1; j < 3; ++j) {
      system.symmetric(i, j) = clamp(law.symmetric_stiffness(stretches, i, j));
      system.antisymmetric(i, j) = clamp(law.antisymmetric_stiffness(stretches, i, j));
    }
  }
  return system;
}

// ∂²Ψ/∂F², 9 × 9, F taken column by column.
template <class Law, class Real>
Matrix9<Real> density_hessian(const Law& law, const Matrix3<Real>& F, Definiteness definiteness) {
  const SignedSvd<Real> svd = signed_svd(F);
  const Eigensystem<Real> system = eigensystem(law, svd.stretches, definiteness);
  const auto dyad = [&](int i, int j) -> Vector9<Real> {
    const Matrix3<Real> matrix = svd.U.col(i) * svd.V.col(j).transpose();
    return matrix.reshaped();
  };
  Eigen::Matrix<Real, 9, 3> diagonal_dyads;
  for (int i = 0; i < 3; ++i) diagonal_dyads.col(i) = dyad(i, i);
  Matrix9<Real> hessian = diagonal_dyads * system.stretch_hessian * diagonal_dyads.transpose();
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 1; j < 3; ++j) {
      const Vector9<Real> ij = dyad(i, j), ji = dyad(j, i);
      const Vector9<Real> symmetric = ij + ji, antisymmetric = ij - ji;
      hessian += (system.symmetric(i, j) / 2 * symmetric) * symmetric.transpose();
      hessian += (system.antisymmetric(i, j) / 2 * antisymmetric) * antisymmetric.transpose();
    }
  }
  return hessian;
}

// The derivatives of Ψ(F + x bᵀ) by x at x = 0: what the displacement x of one vertex with shape gradient b does.
template <class Real>
struct VertexResponse {
  Vector3<Real> gradient;  // ∂Ψ/∂F b
  Matrix3<Real> hessian;
};

template <class Law, class Real>
VertexResponse<Real> vertex_response(const Law& law, const Matrix3<Real>& F, const Vector3<Real>& b,
                                     Definiteness definiteness) {
  const SignedSvd<Real> svd = signed_svd(F);
  const Eigensystem<Real> system = eigensystem(law, svd.stretches, definiteness);
  // In the frame of U, where an eigenmatrix uᵢvⱼᵀ maps b to the axis i times cⱼ.
  const Vector3<Real> c = svd.V.transpose() * b;
  Matrix3<Real> hessian = c.asDiagonal() * system.stretch_hessian * c.asDiagonal();
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 1; j < 3; ++j) {
      const Real sum = (system.symmetric(i, j) + system.antisymmetric(i, j)) / 2;
      const Real difference = (system.symmetric(i, j) - system.antisymmetric(i, j)) / 2;
      hessian(i, i) += sum * c[j] * c[j];
      hessian(j, j) += sum * c[i] * c[i];
      hessian(i, j) += difference * c[i] * c[j];
      hessian(j, i) += difference * c[i] * c[j];
    }
  }
  return {svd.U * law.gradient(svd.stretches).cwiseProduct(c), svd.U * hessian * svd.U.transpose()};
}

}  // namespace simbench

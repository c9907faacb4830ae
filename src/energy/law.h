// What a hyperelastic law is: an isotropic energy density Ψ(F) [J/m³] of the deformation gradient F, a value
// type that knows no mesh, no time step and no solver. A law L<Real> in laws/ has
//
//   static name, summary; Parameters (with describe() and stiffness()); a constructor from Parameters
//   respond(F)                           Response: Ψ and the stress ∂Ψ/∂F
//   density(σ), gradient(σ), hessian(σ)  Ψ and its derivatives by the signed stretches σ of F = U Σ Vᵀ
//   symmetric_stiffness(σ, i, j)         (ψᵢ − ψⱼ)/(σᵢ − σⱼ) and
//   antisymmetric_stiffness(σ, i, j)     (ψᵢ + ψⱼ)/(σᵢ + σⱼ) in a form without cancellation: the eigenvalues
//                                        of ∂²Ψ/∂F² that belong to the pair (i, j) of stretches
//   quadratic_stiffness()                k of the quadratic k/2 ‖F − R‖² that stands for the law in L-BFGS's S
//
// and may have
//
//   project(F)                           Projective Dynamics' p(F), if Ψ = k/2 ‖F − p(F)‖²
//   prox(F, r)                           argmin_Z Ψ(Z) + r/2 ‖Z − F‖² in closed form (else prox.h finds it)
//   constraint_count(form),
//   constraint(form, index, F)           XPBD's constraints, with Σ ½ C²/α = V Ψ + a constant
//
// This header derives what follows for every law alike.
#pragma once

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

// ∂²Ψ/∂F² (9 × 9, F taken column by column) from the signed stretches: the law's Hessian in the three
// stretches acts on span{uᵢvᵢᵀ}, and each pair (i, j) adds two eigenvectors (uᵢvⱼᵀ ± uⱼvᵢᵀ)/√2. The analysis
// is that of Smith, de Goes and Kim 2019 (Analytic Eigensystems for Isotropic Distortion Energies), in Teran
// et al. 2005's divided differences.
template <class Law, class Real>
Matrix9<Real> density_hessian(const Law& law, const Matrix3<Real>& F, Definiteness definiteness) {
  const SignedSvd<Real> svd = signed_svd(F);
  const auto clamp = [&](Real eigenvalue) {
    return definiteness == Definiteness::clamped ? std::max(eigenvalue, Real(0)) : eigenvalue;
  };
  const auto dyad = [&](int i, int j) -> Vector9<Real> {
    const Matrix3<Real> matrix = svd.U.col(i) * svd.V.col(j).transpose();
    return matrix.reshaped();
  };

  Matrix3<Real> stretch_hessian = law.hessian(svd.stretches);
  if (definiteness == Definiteness::clamped) {
    Eigen::SelfAdjointEigenSolver<Matrix3<Real>> eigen(stretch_hessian);
    if (eigen.eigenvalues()[0] < 0) {
      stretch_hessian = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
                        eigen.eigenvectors().transpose();
    }
  }
  Eigen::Matrix<Real, 9, 3> diagonal_dyads;
  for (int i = 0; i < 3; ++i) diagonal_dyads.col(i) = dyad(i, i);
  Matrix9<Real> hessian = diagonal_dyads * stretch_hessian * diagonal_dyads.transpose();
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 1; j < 3; ++j) {
      const Vector9<Real> ij = dyad(i, j), ji = dyad(j, i);
      const Vector9<Real> symmetric = ij + ji, antisymmetric = ij - ji;
      hessian +=
          (clamp(law.symmetric_stiffness(svd.stretches, i, j)) / 2 * symmetric) * symmetric.transpose();
      hessian += (clamp(law.antisymmetric_stiffness(svd.stretches, i, j)) / 2 * antisymmetric) *
                 antisymmetric.transpose();
    }
  }
  return hessian;
}

}  // namespace simbench

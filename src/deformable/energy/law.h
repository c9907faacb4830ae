// A hyperelastic law is an isotropic energy density Ψ(F) [J/m³] of the deformation gradient F: a value type
// that knows no mesh, no time step and no solver. A law L<Number> in laws/ computes one tet, or one tet per
// lane (math/lanes.h). It has
//
//   static name, summary; Parameters (with describe() and stiffness()); a constructor from Parameters
//   respond(F)                           Response: Ψ and the stress ∂Ψ/∂F
//   density(σ), gradient(σ), hessian(σ)  Ψ and its derivatives by the signed stretches σ of F = U Σ Vᵀ
//   symmetric_stiffness(σ, i, j)         (ψᵢ − ψⱼ)/(σᵢ − σⱼ) and
//   antisymmetric_stiffness(σ, i, j)     (ψᵢ + ψⱼ)/(σᵢ + σⱼ) in a form without cancellation: the eigenvalues
//                                        of ∂²Ψ/∂F² that belong to the pair (i, j) of stretches
//   quadratic_stiffness()                k of the quadratic k/2 ‖F − R‖² that replaces the law in L-BFGS's S:
//                                        argmin ∫ (k(σ − 1) − ∂Ψ/∂σ₁(σ,1,1))² dσ over [0.5, 1.5] (Liu et al.
//                                        2017; Ledwon 2024, Eq. 3.84)
//
// and may have
//
//   project(F)                           Projective Dynamics' p(F), if Ψ = k/2 ‖F − p(F)‖²
//   prox(F, r)                           argmin_Z Ψ(Z) + r/2 ‖Z − F‖² in closed form; else prox.h finds it
//   prox_start(σ)                        stretches near σ where prox.h starts, if σ itself may be a bad start
//                                        (Ψ = +∞, or a maximum); Ψ must be finite there
//   second_derivative(F, dF)             ∂²Ψ/∂x² of Ψ(F + x dF) at x = 0, if it needs no decomposition of F
//   constraint_count(form),               static if it is 1 for every form
//   constraint(form, index, F)           XPBD's constraints, with Σ ½ C²/α = V Ψ + a constant
//   constraint_hessian(form, index, F)   ∂²C/∂F² of such a constraint, with a block(a, b) like DensityHessian
//   rotation(F)                          the R of F in the functions above; then
//   respond(F, R),                       the same with R given, for loops that compute R of several tets
//   constraint(form, index, F, R),       together or need several of the functions
//   project(F, R),
//   prox(F, r, R)                        if it needs no other decomposition of F
//   vertex_hessian(F, g)                 ∂²Ψ/∂x² of Ψ(F + x gᵀ) at x = 0, if it needs no decomposition of F
//   on_quadratic_tets                    true if quadratic tets can have the law
//
// From these functions, this header computes the Hessian ∂²Ψ/∂F² of any law.
#pragma once

#include <string_view>

#include "deformable/energy/forms.h"
#include "math/lanes.h"
#include "math/signed_svd_lanes.h"
#include "math/symmetric_eigen.h"
#include "math/types.h"

namespace simbench {

// Columns: the number of columns of y; 3 for F, 1 for a law of vectors.
template <class Number, int Columns = 3>
struct Response {
  Number density;                            // Ψ [J/m³]
  Eigen::Matrix<Number, 3, Columns> stress;  // ∂Ψ/∂F, first Piola–Kirchhoff [Pa]
};

// One scalar constraint C(F) of XPBD with compliance α = 1/(stiffness · V).
template <class Number, int Columns = 3>
struct Constraint {
  Number value;  // C
  // ∂C/∂F, or zero where C is not differentiable (in the strain law a tet at rest): solvers skip the
  // constraint there.
  Eigen::Matrix<Number, 3, Columns> gradient;
  Number stiffness;  // [Pa]
};

// matrix/norm, or zero if the norm is zero. This is the gradient of a norm; for a vector and its length it is
// the direction.
template <class Number, int Rows, int Columns>
Eigen::Matrix<Number, Rows, Columns> quotient_or_zero(const Eigen::Matrix<Number, Rows, Columns>& matrix,
                                                      const Number& norm) {
  return matrix * select(norm > 0, Number(1 / norm), Number(0));
}
// The same for an expression of Eigen.
template <class Number, class Expression>
auto quotient_or_zero(const Eigen::MatrixBase<Expression>& expression, const Number& norm) {
  return quotient_or_zero(expression.eval(), norm);
}

// 1/Σ|Hᵢᵢ| of a Hessian by stretches [1/Pa]. With this scale, products of three entries neither overflow nor
// underflow.
template <class Number>
Number inverse_size(const Matrix3<Number>& H) {
  return 1 / H.diagonal().cwiseAbs().sum();
}

// Changes an eigenvalue.
template <class Number>
Number made_definite(const Number& eigenvalue, Definiteness definiteness) {
  using std::abs, std::max;
  if (definiteness == Definiteness::exact) return eigenvalue;
  return definiteness == Definiteness::clamped ? max(eigenvalue, Number(0)) : abs(eigenvalue);
}

// ∂²Ψ/∂F² at F = U Σ Vᵀ by the signed stretches: a 3 × 3 Hessian on span{uᵢvᵢᵀ}, and for each pair (i, j) the
// eigenvalues of the eigenmatrices (uᵢvⱼᵀ + uⱼvᵢᵀ)/√2 and (uᵢvⱼᵀ − uⱼvᵢᵀ)/√2. The analysis is by Smith, de
// Goes and Kim 2019 (Analytic Eigensystems for Isotropic Distortion Energies), written with the divided
// differences of Teran et al. 2005.
template <class Number>
struct DensityHessian {
  SignedSvd<Number> svd;
  Matrix3<Number> stretch_hessian;
  Matrix3<Number> symmetric, antisymmetric;  // of the pairs i < j

  // ∂²/∂x∂y of Ψ(F + x aᵀ + y bᵀ) at x = y = 0: the coupling of two vertices with shape gradients a and b.
  Matrix3<Number> block(const Vector3<Number>& a, const Vector3<Number>& b) const {
    // Computed in the frame of U, where an eigenmatrix uᵢvⱼᵀ maps b to (Vᵀb)ⱼ times the axis i.
    const Vector3<Number> c = svd.V.transpose() * a, d = svd.V.transpose() * b;
    Matrix3<Number> result = c.asDiagonal() * stretch_hessian * d.asDiagonal();
    for (int i = 0; i < 3; ++i) {
      for (int j = i + 1; j < 3; ++j) {
        const Number sum = (symmetric(i, j) + antisymmetric(i, j)) / 2;
        const Number difference = (symmetric(i, j) - antisymmetric(i, j)) / 2;
        result(i, i) += sum * c[j] * d[j];
        result(j, j) += sum * c[i] * d[i];
        result(i, j) += difference * c[j] * d[i];
        result(j, i) += difference * c[i] * d[j];
      }
    }
    return svd.U * result * svd.U.transpose();
  }
};

template <class Real, int size>
Eigen::Matrix<Real, size, size> made_definite(const Eigen::Matrix<Real, size, size>& matrix,
                                              Definiteness definiteness) {
  SymmetricEigen<Real, size> eigen(matrix);
  if (eigen.values[0] >= 0) return matrix;
  for (Real& eigenvalue : eigen.values) eigenvalue = made_definite(eigenvalue, definiteness);
  return eigen.matrix();
}

template <class Law, class Number>
DensityHessian<Number> density_hessian(const Law& law, const Matrix3<Number>& F, Definiteness definiteness) {
  DensityHessian<Number> hessian;
  hessian.svd = signed_svd(F);
  const Vector3<Number>& stretches = hessian.svd.stretches;
  const Matrix3<Number> H = law.hessian(stretches);
  hessian.stretch_hessian = H;
  if (definiteness != Definiteness::exact) {
    const Matrix3<Number> scaled = inverse_size(H) * H;
    const Number minor = scaled(0, 0) * scaled(1, 1) - scaled(1, 0) * scaled(0, 1);
    const auto is_positive =
        scaled(0, 0) > 0 && minor > 0 && scaled.col(0).dot(scaled.col(1).cross(scaled.col(2))) > 0;
    replace_unless(is_positive, hessian.stretch_hessian, H, [&](const Matrix3<RealOf<Number>>& matrix) {
      return made_definite(matrix, definiteness);
    });
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 1; j < 3; ++j) {
      hessian.symmetric(i, j) = made_definite(law.symmetric_stiffness(stretches, i, j), definiteness);
      hessian.antisymmetric(i, j) = made_definite(law.antisymmetric_stiffness(stretches, i, j), definiteness);
    }
  }
  return hessian;
}

}  // namespace simbench

// The rotation closest to a 3 × 3 matrix, computed without a singular value decomposition. The strain law
// needs it for every tet in every iteration.
#pragma once

#include <cmath>
#include <limits>

#include "math/lanes.h"
#include "math/signed_svd.h"

namespace simbench {

// The cofactor matrix, ∂ det F/∂F.
template <class Number>
Matrix3<Number> cofactor(const Matrix3<Number>& F) {
  Matrix3<Number> result;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    for (int row = 0; row < 3; ++row) {
      const int a = (row + 1) % 3, b = (row + 2) % 3;  // of the cross product of columns j and k
      result(row, i) = F(a, j) * F(b, k) - F(b, j) * F(a, k);
    }
  }
  return result;
}

// FᵀF.
template <class Number>
Matrix3<Number> gram(const Matrix3<Number>& F) {
  Matrix3<Number> result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result(i, j) = F.col(i).dot(F.col(j));
  }
  return result;
}

// The R in SO(3) that maximises tr(RᵀF). It equals U Vᵀ of signed_svd up to rounding. s = σ₁ + σ₂ + σ₃ is the
// largest root of the quartic (s² − ‖F‖²)² − 8 s det F − 4 ‖cof F‖² (Horn 1987). Halley's method finds it
// from above. R is a polynomial in F (Markley 1993, "FOAM"). An error of s gives R = U D Vᵀ with D ≈ I; one
// step of Schulz's orthogonalisation squares that error. If σ₂ + σ₃ ≈ 0, R is ill-conditioned, and signed_svd
// computes it.
template <class Number>
Matrix3<Number> closest_rotation(const Matrix3<Number>& F) {
  using std::abs, std::sqrt;
  using Real = RealOf<Number>;
  using Limits = std::numeric_limits<Real>;
  constexpr int halley_steps = 12;
  const Real fine = Real(1e-4);  // Halley's last step leaves an error of fine³ / smallest_gap² ≈ 1e-9
  const Real tiny =
      std::sqrt(std::sqrt(Limits::min() / Limits::epsilon()));  // so that fourth powers do not underflow
  const Real smallest_gap = Real(0.02);
  const Matrix3<Number> C = cofactor(F), FtF = gram(F);
  const Number determinant = F.col(0).dot(C.col(0)), areas = C.squaredNorm();
  const Number square = FtF.trace(), norm = sqrt(square), slope = 8 * determinant, constant = 4 * areas;

  Number s = std::sqrt(Real(3)) * norm;  // an upper bound of the root
  Number change = norm;
  for (int step = 0; step < halley_steps; ++step) {
    const auto moves = change > fine * norm;
    if (!any_of(moves)) break;
    const Number excess = s * s - square;
    const Number p = excess * excess - (s * slope + constant), p1 = 4 * s * excess - slope,
                 p2 = 8 * s * s + 4 * excess;
    change = select(moves, Number(2 * p * p1 / (2 * p1 * p1 - p * p2)), Number(0));
    s -= change;
  }
  const Number kappa = (s * s - square) / 2;
  const Number gap = kappa * s - determinant;  // (σ₁ + σ₂)(σ₂ + σ₃)(σ₃ + σ₁)
  const auto is_determined =
      gap > smallest_gap * square * norm && abs(change) <= fine * norm && norm > tiny && norm < 1 / tiny;
  Matrix3<Number> polynomial = -FtF;
  add_to_diagonal(polynomial, Number(kappa + square));
  const Number inverse_gap = 1 / gap;
  const Matrix3<Number> nearly = (F * polynomial + s * C) * inverse_gap;

  Matrix3<Number> correction = gram(nearly) * Number(Real(-0.5));
  add_to_diagonal(correction, Number(Real(1.5)));
  Matrix3<Number> R = nearly * correction;
  replace_unless(is_determined, R, F,
                 [](const Matrix3<Real>& matrix) { return signed_svd(matrix).rotation(); });
  return R;
}

// ∂²/∂x² of tr(RᵀF) = σ₁ + σ₂ + σ₃ along F + x dF, at x = 0, where R = closest_rotation(F). With the axial
// vector a of RᵀdF − dFᵀR it is aᵀ(tr S I − S)⁻¹a, S = RᵀF. The bound keeps it finite where R jumps.
template <class Number>
Number trace_curvature(const Matrix3<Number>& F, const Matrix3<Number>& R, const Matrix3<Number>& dF) {
  const Matrix3<Number> S = R.transpose() * F, A = R.transpose() * dF;
  const Vector3<Number> a(A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1));
  Matrix3<Number> sums = -S;  // its eigenvalues are σᵢ + σⱼ
  add_to_diagonal(sums, S.trace());
  const Matrix3<Number> C = cofactor(sums);
  const Number determinant = sums.col(0).dot(C.col(0)),
               least = std::numeric_limits<RealOf<Number>>::epsilon();
  return a.dot((C * a).eval()) / select(determinant < least, least, determinant);
}

// ∂²/∂x² of det(F + x dF) at x = 0.
template <class Number>
Number determinant_curvature(const Matrix3<Number>& F, const Matrix3<Number>& dF) {
  return 2 * cofactor(dF).cwiseProduct(F).sum();
}

}  // namespace simbench

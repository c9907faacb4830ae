// The rotation closest to a 3 × 3 matrix, without a singular value decomposition: what the strain law asks of every tet in
// every iteration.
#pragma once

#include <cmath>
#include <limits>

#include "math/signed_svd.h"

namespace simbench {

// The cofactor matrix, ∂ det F/∂F.
template <class Real>
Matrix3<Real> cofactor(const Matrix3<Real>& F) {
  Matrix3<Real> result;
  for (int i = 0; i < 3; ++i) result.col(i) = F.col((i + 1) % 3).cross(F.col((i + 2) % 3));
  return result;
}

// argmax over SO(3) of tr(RᵀF), which is U Vᵀ of signed_svd to rounding. s = σ₁ + σ₂ + σ₃ is the largest root of the
// quartic (s² − ‖F‖²)² − 8 s det F − 4 ‖cof F‖² (Horn 1987), found by Newton's method from above, and R a polynomial in F
// (Markley 1993, "FOAM"); one step of orthogonalisation and one of Newton's method on the rotation remove what rounding
// has left. Where stretches nearly cancel, σ₂ + σ₃ ≈ 0, R is badly determined, and the decomposition decides.
template <class Real>
Matrix3<Real> closest_rotation(const Matrix3<Real>& F) {
  constexpr int newton_steps = 12;
  using Limits = std::numeric_limits<Real>;
  const Real fine = std::sqrt(Limits::epsilon());  // Newton's next step is below rounding
  const Real tiny =
      std::sqrt(std::sqrt(Limits::min() / Limits::epsilon()));  // fourth powers do not underflow
  const Matrix3<Real> C = cofactor(F);
  const Real determinant = F.col(0).dot(C.col(0)), areas = C.squaredNorm();
  const Real square = F.squaredNorm(), norm = std::sqrt(square);

  Real s = std::sqrt(3 * square);  // not less than the root
  Real change = norm;
  for (int step = 0; step < newton_steps && change > fine * norm; ++step) {
    const Real excess = s * s - square;
    change = (excess * excess - 8 * s * determinant - 4 * areas) / (4 * s * excess - 8 * determinant);
    s -= change;
  }
  const Real kappa = (s * s - square) / 2;
  const Real gap = kappa * s - determinant;  // (σ₁ + σ₂)(σ₂ + σ₃)(σ₃ + σ₁)
  const bool is_determined = gap > std::sqrt(fine) * square * norm && change <= fine * norm;
  if (!(is_determined && norm > tiny && norm < 1 / tiny)) return signed_svd(F).rotation();
  Matrix3<Real> R = ((kappa + square) * F + s * C - F * (F.transpose() * F)) / gap;

  R = R * (3 * Matrix3<Real>::Identity() - R.transpose() * R) / 2;
  const Matrix3<Real> W = R.transpose() * F;
  const Vector3<Real> twice_axial(W(2, 1) - W(1, 2), W(0, 2) - W(2, 0), W(1, 0) - W(0, 1));
  Matrix3<Real> curvature = -(W + W.transpose()) / 2;
  curvature.diagonal().array() += W.trace();
  // Cayley's (I − [ω]/2)⁻¹ (I + [ω]/2) to second order: ω is at the size of rounding.
  const Matrix3<Real> adjugate = cofactor(curvature);
  const Vector3<Real> omega = adjugate * twice_axial / curvature.col(0).dot(adjugate.col(0));
  for (int i = 0; i < 3; ++i) {
    const Vector3<Real> row = R.row(i);
    R.row(i) += row.cross(omega).transpose();
  }
  return R;
}

}  // namespace simbench

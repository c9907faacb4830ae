// Signed singular value decomposition of 3 × 3 matrices, F = U Σ Vᵀ with U, V ∈ SO(3).
#pragma once

#include "math/types.h"

namespace simbench {

template <class Real>
struct SignedSvd {
  Matrix3<Real> U;          // rotation
  Vector3<Real> stretches;  // σ₁ ≥ σ₂ ≥ |σ₃|; σ₃ carries the sign of det F
  Matrix3<Real> V;          // rotation

  // The rotation closest to F. closest_rotation.h finds it faster.
  Matrix3<Real> rotation() const { return U * V.transpose(); }
};

// One-sided Jacobi (Hestenes 1958; Demmel and Veselić 1992): rotates pairs of columns of F V until all are
// orthogonal. It finds small stretches to full relative accuracy, and takes any finite F, also a singular or
// an inverted one.
template <class Real>
SignedSvd<Real> signed_svd(const Matrix3<Real>& F);

}  // namespace simbench

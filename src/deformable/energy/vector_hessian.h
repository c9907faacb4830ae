// The Hessian of a law of vectors, such as a spring's.
#pragma once

#include "deformable/energy/law.h"

namespace simbench {

// ∂²Ψ/∂y² for a vector y.
template <class Number>
struct VectorHessian {
  Matrix3<Number> hessian;

  // The coupling of two vertices with these shape gradients.
  Matrix3<Number> block(const Eigen::Matrix<Number, 1, 1>& a, const Eigen::Matrix<Number, 1, 1>& b) const {
    return hessian * Number(a[0] * b[0]);
  }
};

// The Hessian (I − nnᵀ)/‖y‖ of the length ‖y‖, n = y/‖y‖; zero if y is zero.
template <class Number>
VectorHessian<Number> norm_hessian(const Vector3<Number>& y) {
  const Number norm = y.norm();
  const Vector3<Number> n = quotient_or_zero<Number>(y, norm);
  return {quotient_or_zero<Number>(Matrix3<Number>::Identity() - n * n.transpose(), norm)};
}

}  // namespace simbench

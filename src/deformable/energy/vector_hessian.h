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

}  // namespace simbench

// The Hessian of a law on vectors, as that of a spring.
#pragma once

#include "energy/law.h"

namespace simbench {

// ∂²Ψ/∂y², y a vector.
template <class Number>
struct VectorHessian {
  Matrix3<Number> hessian;

  // How two vertices with these shape gradients couple.
  Matrix3<Number> block(const Eigen::Matrix<Number, 1, 1>& a, const Eigen::Matrix<Number, 1, 1>& b) const {
    return hessian * Number(a[0] * b[0]);
  }
};

}  // namespace simbench

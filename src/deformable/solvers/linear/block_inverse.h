// The inverse of a 3 × 3 block of a matrix, in any units.
#pragma once

#include <Eigen/LU>

#include "math/types.h"

namespace simbench {

// The inverse of a positive definite block. The block is scaled first, because products of three of its
// entries could overflow or underflow in single precision.
template <class Real>
Matrix3<Real> inverse_of_block(const Matrix3<Real>& block) {
  const Real size = block.trace();
  const Matrix3<Real> scaled = block / size;
  return scaled.inverse() / size;
}

}  // namespace simbench

// Products of matrices with a column for each vertex (math/types.h), read as vectors of 3n numbers.
#pragma once

#include "math/types.h"

namespace simbench {

// aᵀb, the sum over all coordinates of all vertices.
template <class Real>
Real dot(const Positions<Real>& a, const Positions<Real>& b) {
  return a.cwiseProduct(b).sum();
}

}  // namespace simbench

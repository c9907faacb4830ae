// Products of what has a column a vertex (math/types.h), as vectors of 3n numbers.
#pragma once

#include "math/types.h"

namespace simbench {

// aᵀb, the sum over all coordinates of all vertices.
template <class Real>
Real dot(const Positions<Real>& a, const Positions<Real>& b) {
  return a.cwiseProduct(b).sum();
}

}  // namespace simbench

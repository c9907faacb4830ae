// Products of 3 × n matrices (math/types.h) as vectors of 3n numbers.
#pragma once

#include "math/types.h"

namespace simbench {

// aᵀb, summed over all coordinates of all vertices.
template <class Real>
Real dot(const Positions<Real>& a, const Positions<Real>& b) {
  return a.cwiseProduct(b).sum();
}

}  // namespace simbench

// The part of the product C ← C − A Bᵀ in which Eigen's order of sums is simple, in lanes of any width.
//
// Eigen does not see AVX-512 (math/simd.h), because the last rows of its products would be added up in
// another order. All other rows have one order: an entry adds its products one after the other, with one
// rounding for each (fused multiply-add), and is subtracted from C after each `depth_at_once` of them. Wider
// lanes give these the same bits.
#pragma once

#include "math/types.h"

namespace simbench {

// A is rows × depth, B is columns × depth, C is rows × columns; all lie column by column, and a stride is the
// distance of two columns. With is_lower only the entries on and below C's diagonal are computed.
template <class Real>
struct ProductTiles {
  Index rows, columns, depth, depth_at_once;
  const Real* A;
  Index A_stride;
  const Real* B;
  Index B_stride;
  Real* C;
  Index C_stride;
  bool is_lower = false;
};

template <class Real>
void subtract(const ProductTiles<Real>& product);

}  // namespace simbench

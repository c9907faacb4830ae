// C ← C − A Bᵀ for dense matrices, with Eigen's bits and, where the processor has them, in wider lanes than
// Eigen's.
#pragma once

#include "math/lanes.h"
#include "math/types.h"

namespace simbench {

template <class Real>
using DenseRef = Eigen::Ref<MatrixX<Real>, 0, Eigen::OuterStride<>>;
template <class Real>
using ConstDenseRef = Eigen::Ref<const MatrixX<Real>, 0, Eigen::OuterStride<>>;

template <class Real>
inline constexpr bool has_wider_lanes =
    static_cast<int>(Lanes<Real>::size()) > Eigen::internal::packet_traits<Real>::size;

// C ← C − A Bᵀ. With in_tiles, most rows are computed by product_tiles.h, otherwise all by Eigen.
template <class Real>
void subtract_product(DenseRef<Real> C, const ConstDenseRef<Real>& A, const ConstDenseRef<Real>& B,
                      bool in_tiles = has_wider_lanes<Real>);
// The lower triangle of C ← C − A Aᵀ.
template <class Real>
void subtract_square(DenseRef<Real> C, const ConstDenseRef<Real>& A, bool in_tiles = has_wider_lanes<Real>);

}  // namespace simbench

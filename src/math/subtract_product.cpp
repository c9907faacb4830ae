#include "math/subtract_product.h"

#include <algorithm>

#include "math/product_tiles.h"

namespace simbench {

namespace {

// How many rows of this product are computed in tiles: whole groups of three of Eigen's registers. Eigen adds
// the products of the rows after them in other orders. None if Eigen would compute the product or the rest of
// it coefficient by coefficient, or as a product with a vector.
template <class Real>
Index rows_in_tiles(Index rows, Index columns, Index depth) {
  constexpr Index group = 3 * Eigen::internal::packet_traits<Real>::size;
  if (columns == 1 || depth + columns < 20) return 0;
  const Index rest = rows % group;
  return std::max<Index>(0, rows - rest - (rest == 1 ? group : 0));
}

// After how many products of an entry Eigen subtracts their sum.
template <class Real>
Index depth_at_once(Index rows, Index columns, Index depth) {
  Eigen::internal::computeProductBlockingSizes<Real, Real>(depth, rows, columns, Index(1));
  return depth;
}

template <class Real>
ProductTiles<Real> tiles(DenseRef<Real>& C, const ConstDenseRef<Real>& A, const ConstDenseRef<Real>& B,
                         Index rows, Index columns) {
  return {.rows = rows,
          .columns = columns,
          .depth = A.cols(),
          .depth_at_once = depth_at_once<Real>(A.rows(), B.rows(), A.cols()),
          .A = A.data(),
          .A_stride = A.outerStride(),
          .B = B.data(),
          .B_stride = B.outerStride(),
          .C = C.data(),
          .C_stride = C.outerStride()};
}

}  // namespace

template <class Real>
void subtract_product(DenseRef<Real> C, const ConstDenseRef<Real>& A, const ConstDenseRef<Real>& B,
                      bool in_tiles) {
  const Index done = in_tiles ? rows_in_tiles<Real>(A.rows(), B.rows(), A.cols()) : 0;
  if (done > 0) subtract(tiles<Real>(C, A, B, done, B.rows()));
  const Index rest = A.rows() - done;
  if (rest > 0) C.bottomRows(rest).noalias() -= A.bottomRows(rest) * B.transpose();
}

template <class Real>
void subtract_square(DenseRef<Real> C, const ConstDenseRef<Real>& A, bool in_tiles) {
  const Index done = in_tiles ? rows_in_tiles<Real>(A.rows(), A.rows(), A.cols()) : 0, rest = A.rows() - done;
  if (done > 0) {
    ProductTiles<Real> product = tiles<Real>(C, A, A, done, done);
    product.is_lower = true;
    subtract(product);
    if (rest > 0)
      C.bottomLeftCorner(rest, done).noalias() -= A.bottomRows(rest) * A.topRows(done).transpose();
  }
  C.bottomRightCorner(rest, rest).template selfadjointView<Eigen::Lower>().rankUpdate(A.bottomRows(rest), -1);
}

template void subtract_product<double>(DenseRef<double>, const ConstDenseRef<double>&,
                                       const ConstDenseRef<double>&, bool);
template void subtract_product<float>(DenseRef<float>, const ConstDenseRef<float>&,
                                      const ConstDenseRef<float>&, bool);
template void subtract_square<double>(DenseRef<double>, const ConstDenseRef<double>&, bool);
template void subtract_square<float>(DenseRef<float>, const ConstDenseRef<float>&, bool);

}  // namespace simbench

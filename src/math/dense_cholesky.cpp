#include "math/dense_cholesky.h"

#include <Eigen/Cholesky>
#include <algorithm>

namespace simbench {

namespace {

// How many columns Eigen's triangular solve computes before it subtracts their products from the columns to
// the right.
template <class Real>
Index columns_at_once(Index rows, Index columns) {
  Index depth = columns, m = rows, n = columns;
  Eigen::internal::computeProductBlockingSizes<Real, Real, 4>(depth, m, n, Index(1));
  return depth;
}

}  // namespace

// Eigen's blocks and the order in which it computes them (llt_inplace::blocked in Eigen/src/Cholesky/LLT.h).
template <class Real>
bool factorise_in_place(DenseRef<Real> A, bool in_tiles) {
  using Eigens = Eigen::internal::llt_inplace<Real, Eigen::Lower>;
  constexpr Index success = -1;
  // Eigen::LLT would also compute a norm of A, whose rows are far apart in memory.
  if (!in_tiles || A.rows() < 32) return Eigens::blocked(A) == success;
  const Index width = std::clamp<Index>(A.rows() / 128 * 16, 8, 128);
  for (Index begin = 0; begin < A.rows(); begin += width) {
    const Index columns = std::min(width, A.rows() - begin), below = A.rows() - begin - columns;
    Eigen::Ref<MatrixX<Real>> diagonal = A.block(begin, begin, columns, columns),
                              rows_below = A.block(begin + columns, begin, below, columns);
    if (Eigens::unblocked(diagonal) != success) return false;
    if (below == 0) break;
    solve_on_right<Real>(diagonal, rows_below, in_tiles);
    subtract_square<Real>(A.bottomRightCorner(below, below), rows_below, in_tiles);
  }
  return true;
}

// As in triangular_solve_matrix of Eigen/src/Core/products/TriangularSolverMatrix.h.
template <class Real>
void solve_on_right(const ConstDenseRef<Real>& L, DenseRef<Real> X, bool in_tiles) {
  const Index width = columns_at_once<Real>(X.rows(), L.rows());
  // With one row, or one column in the end, a product would be one with a vector, which Eigen adds up in
  // another order.
  const Index step = in_tiles && X.rows() > 1 && L.rows() % width != 1 ? width : L.rows();
  for (Index begin = 0; begin < L.rows(); begin += step) {
    const Index columns = std::min(step, L.rows() - begin), rest = L.rows() - begin - columns;
    DenseRef<Real> solved = X.middleCols(begin, columns);
    L.block(begin, begin, columns, columns)
        .template triangularView<Eigen::Lower>()
        .transpose()
        .template solveInPlace<Eigen::OnTheRight>(solved);
    if (rest > 0)
      subtract_product<Real>(X.rightCols(rest), solved, L.block(begin + columns, begin, rest, columns),
                             in_tiles);
  }
}

template bool factorise_in_place<double>(DenseRef<double>, bool);
template bool factorise_in_place<float>(DenseRef<float>, bool);
template void solve_on_right<double>(const ConstDenseRef<double>&, DenseRef<double>, bool);
template void solve_on_right<float>(const ConstDenseRef<float>&, DenseRef<float>, bool);

}  // namespace simbench

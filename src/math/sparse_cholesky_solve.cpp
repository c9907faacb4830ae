// The solves of sparse_cholesky.h. This file is compiled with fused multiply-add (CMakeLists.txt): with it they stream the
// factor as fast as memory gives it, without it they compute.
#include <span>

#include "math/parallel.h"
#include "math/sparse_cholesky.h"

namespace simbench {

namespace {

constexpr int prefetch_distance =
    2048;  // bytes; without it a solve takes twice as long as reading the factor twice

// The right-hand sides of an unknown; three are filled up to four, a vector of the machine. So entries of P are only
// ever broadcast: nothing is transposed, and no sum runs across a vector.
template <class Real, int Width>
using Unknown = Eigen::Array<Real, Width, 1>;
template <class Real, int Width>
using UnknownInPlace = Eigen::Map<Unknown<Real, Width>, Width == 1 ? Eigen::Unaligned : Eigen::AlignedMax>;

// x[place] += P x for a panel P, stored column by column.
template <int Rows, int Width, class Real>
void forward_panel(const Real* P, Index columns, Real* x, const int* place, Real* workspace) {
  Unknown<Real, Width> sum[Rows];
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row) sum[row].setZero();
  for (Index column = 0; column < columns; ++column) {
    const Unknown<Real, Width> value = UnknownInPlace<Real, Width>(x + Width * column);
#pragma GCC unroll 8
    for (int row = 0; row < Rows; ++row) sum[row] += P[Rows * column + row] * value;
    __builtin_prefetch(P + Rows * column + prefetch_distance / sizeof(Real));
  }
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row)
    UnknownInPlace<Real, Width>(workspace + Width * place[row]) += sum[row];
}

// x += Pᵀ x[place]. Goes through P backwards, as all of the way back does.
template <int Rows, int Width, class Real>
void backward_panel(const Real* P, Index columns, Real* x, const int* place, Real* workspace) {
  Unknown<Real, Width> y[Rows];
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row) y[row] = UnknownInPlace<Real, Width>(workspace + Width * place[row]);
  for (Index column = columns - 1; column >= 0; --column) {
    UnknownInPlace<Real, Width> value(x + Width * column);
    Unknown<Real, Width> sum = value;
#pragma GCC unroll 8
    for (int row = 0; row < Rows; ++row) sum += P[Rows * column + row] * y[row];
    value = sum;
    __builtin_prefetch(P + Rows * column - prefetch_distance / static_cast<Index>(sizeof(Real)));
  }
}

}  // namespace

// From the last panel to the first, because a panel needs its supernode's unknowns as they were.
template <class Real>
template <int Width>
void SparseCholesky<Real>::forward(int s) const {
  const Index width = supernodes_.width(s), rows = place_start_[s + 1] - place_start_[s];
  const Real* P = factor_.data() + panel_start_[s];
  const int* place = place_.data() + place_start_[s];
  Real* x = workspace_.data() + Width * supernodes_.first[s];
  if (rows % 8 != 0) {
    const Index columns = panel_columns(width, rows);
    forward_panel<4, Width>(P, columns, x, place + rows - 4, workspace_.data());
    P += 4 * columns;
  }
  for (Index end = rows / 8 * 8; end > 0; end -= 8) {
    const Index columns = panel_columns(width, end);
    forward_panel<8, Width>(P, columns, x, place + end - 8, workspace_.data());
    P += 8 * columns;
  }
  Eigen::Map<Eigen::Matrix<Real, Width, Eigen::Dynamic>>(x, Width, width) *=
      inverse_diagonal_.segment(supernodes_.first[s], width).asDiagonal();
}

// From the first panel to the last, for the same reason.
template <class Real>
template <int Width>
void SparseCholesky<Real>::backward(int s) const {
  const Index width = supernodes_.width(s), rows = place_start_[s + 1] - place_start_[s];
  const Real* P = factor_.data() + panel_start_[s + 1];
  const int* place = place_.data() + place_start_[s];
  Real* x = workspace_.data() + Width * supernodes_.first[s];
  for (Index end = 8; end <= rows; end += 8) {
    const Index columns = panel_columns(width, end);
    P -= 8 * columns;
    backward_panel<8, Width>(P, columns, x, place + end - 8, workspace_.data());
  }
  if (rows % 8 != 0) {
    const Index columns = panel_columns(width, rows);
    P -= 4 * columns;
    backward_panel<4, Width>(P, columns, x, place + rows - 4, workspace_.data());
  }
}

template <class Real>
template <int Components>
void SparseCholesky<Real>::solve_in_place(
    Eigen::Ref<Eigen::Matrix<Real, Components, Eigen::Dynamic>> B) const {
  constexpr int Width = Components == 3 ? 4 : Components;
  Eigen::Map<Eigen::Matrix<Real, Width, Eigen::Dynamic>> X(workspace_.data(), Width, workspace_.size() / 4);
  const auto load = [&](int begin, int end) {  // columns of the supernodes [begin, end)
    for (int k = supernodes_.first[begin]; k < supernodes_.first[end]; ++k) {
      X.col(k).setZero();
      X.col(k).template head<Components>() = B.col(supernodes_.order[k]);
    }
  };
  const auto unload = [&](int begin, int end) {
    for (int k = supernodes_.first[begin]; k < supernodes_.first[end]; ++k) {
      B.col(supernodes_.order[k]) = X.col(k).template head<Components>();
    }
  };
  const auto rows_outside = [&](const Subtree& subtree) {
    const int root = subtree.end - 1;
    return std::span(supernodes_.rows(root), supernodes_.height(root)).subspan(supernodes_.width(root));
  };
  const Index subtrees = static_cast<Index>(subtrees_.size());

  parallel_tasks(subtrees, [&](Index t) {  // L Y = B
    const Subtree& subtree = subtrees_[t];
    load(subtree.begin, subtree.end);
    X.middleCols(subtree.places, static_cast<Index>(rows_outside(subtree).size())).setZero();
    for (int s = subtree.begin; s < subtree.end; ++s) forward<Width>(s);
  });
  for (const int s : top_) load(s, s + 1);
  for (const Subtree& subtree : subtrees_) {
    Index place = subtree.places;
    for (const int row : rows_outside(subtree)) X.col(row) += X.col(place++);
  }
  for (const int s : top_) forward<Width>(s);

  for (auto s = top_.rbegin(); s != top_.rend(); ++s) backward<Width>(*s);  // Lᵀ X = D⁻¹ Y
  for (const int s : top_) unload(s, s + 1);
  parallel_tasks(subtrees, [&](Index t) {
    const Subtree& subtree = subtrees_[t];
    Index place = subtree.places;
    for (const int row : rows_outside(subtree)) X.col(place++) = X.col(row);
    for (int s = subtree.end - 1; s >= subtree.begin; --s) backward<Width>(s);
    unload(subtree.begin, subtree.end);
  });
}

template void SparseCholesky<double>::solve_in_place<1>(
    Eigen::Ref<Eigen::Matrix<double, 1, Eigen::Dynamic>>) const;
template void SparseCholesky<double>::solve_in_place<3>(
    Eigen::Ref<Eigen::Matrix<double, 3, Eigen::Dynamic>>) const;
template void SparseCholesky<float>::solve_in_place<1>(
    Eigen::Ref<Eigen::Matrix<float, 1, Eigen::Dynamic>>) const;
template void SparseCholesky<float>::solve_in_place<3>(
    Eigen::Ref<Eigen::Matrix<float, 3, Eigen::Dynamic>>) const;

}  // namespace simbench

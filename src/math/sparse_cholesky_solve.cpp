// The solves of sparse_cholesky.h.
#include "math/parallel.h"
#include "math/sparse_cholesky.h"
#include "math/work.h"

namespace simbench {

namespace {

// [bytes] Without prefetching a solve takes twice as long as reading the factor twice.
constexpr int prefetch_distance = 2048;

// The three right-hand sides of an unknown, padded to four, the width of a vector register. An entry of P is
// then only broadcast: nothing is transposed, and no sum runs across a register.
constexpr int width_of_unknown = 4;
template <class Real>
using Unknown = Eigen::Array<Real, width_of_unknown, 1>;
template <class Real>
using UnknownInPlace = Eigen::Map<Unknown<Real>, Eigen::AlignedMax>;

// x[place] += P x for a panel P, which is stored column by column.
template <int Rows, class Real>
void forward_panel(const Real* P, Index columns, Real* x, const int* place, Real* workspace) {
  Unknown<Real> sum[Rows];
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row) sum[row].setZero();
  for (Index column = 0; column < columns; ++column) {
    const Unknown<Real> value = UnknownInPlace<Real>(x + width_of_unknown * column);
#pragma GCC unroll 8
    for (int row = 0; row < Rows; ++row) sum[row] += P[Rows * column + row] * value;
    __builtin_prefetch(P + Rows * column + prefetch_distance / sizeof(Real));
  }
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row)
    UnknownInPlace<Real>(workspace + width_of_unknown * place[row]) += sum[row];
}

// x += Pᵀ x[place]. Reads P from its end to its start; backward() visits panels and supernodes in that order,
// too.
template <int Rows, class Real>
void backward_panel(const Real* P, Index columns, Real* x, const int* place, Real* workspace) {
  Unknown<Real> y[Rows];
#pragma GCC unroll 8
  for (int row = 0; row < Rows; ++row)
    y[row] = UnknownInPlace<Real>(workspace + width_of_unknown * place[row]);
  for (Index column = columns - 1; column >= 0; --column) {
    UnknownInPlace<Real> value(x + width_of_unknown * column);
    Unknown<Real> sum = value;
#pragma GCC unroll 8
    for (int row = 0; row < Rows; ++row) sum += P[Rows * column + row] * y[row];
    value = sum;
    __builtin_prefetch(P + Rows * column - prefetch_distance / static_cast<Index>(sizeof(Real)));
  }
}

}  // namespace

// Goes from the last panel to the first, because each panel needs the unknowns of its block unchanged.
template <class Real>
void SparseCholesky<Real>::forward(const Block& block) {
  const Index width = block.width, rows = padded(block.height);
  const Real* P = factor_.data() + block.panel_start;
  const int* place = place_.data() + block.place_start;
  Real* x = workspace_.data() + width_of_unknown * block.first;
  if (rows % 8 != 0) {
    const Index columns = panel_columns(width, rows);
    forward_panel<4>(P, columns, x, place + rows - 4, workspace_.data());
    P += 4 * columns;
  }
  for (Index end = rows / 8 * 8; end > 0; end -= 8) {
    const Index columns = panel_columns(width, end);
    forward_panel<8>(P, columns, x, place + end - 8, workspace_.data());
    P += 8 * columns;
  }
  Eigen::Map<Eigen::Matrix<Real, width_of_unknown, Eigen::Dynamic>>(x, width_of_unknown, width) *=
      inverse_diagonal_.segment(block.first, width).asDiagonal();
}

// Goes from the first panel, which is stored at the end, to the last, for the same reason.
template <class Real>
void SparseCholesky<Real>::backward(const Block& block) {
  const Index width = block.width, rows = padded(block.height);
  const Real* P = factor_.data() + (&block)[1].panel_start;
  const int* place = place_.data() + block.place_start;
  Real* x = workspace_.data() + width_of_unknown * block.first;
  for (Index end = 8; end <= rows; end += 8) {
    const Index columns = panel_columns(width, end);
    P -= 8 * columns;
    backward_panel<8>(P, columns, x, place + end - 8, workspace_.data());
  }
  if (rows % 8 != 0) {
    const Index columns = panel_columns(width, rows);
    P -= 4 * columns;
    backward_panel<4>(P, columns, x, place + rows - 4, workspace_.data());
  }
}

template <class Real>
void SparseCholesky<Real>::solve_in_place(Positions<Real>& B) {
  ++work_done.solves;
  const Supernodes& nodes = elimination_.supernodes();
  Eigen::Map<Eigen::Matrix<Real, width_of_unknown, Eigen::Dynamic>> X(workspace_.data(), width_of_unknown,
                                                                      workspace_.size() / width_of_unknown);
  const auto load = [&](int begin, int end) {  // columns of the supernodes [begin, end)
    for (int k = nodes.first[begin]; k < nodes.first[end]; ++k) {
      X.col(k).setZero();
      X.col(k).template head<3>() = B.col(nodes.order[k]);
    }
  };
  const auto unload = [&](int begin, int end) {
    for (int k = nodes.first[begin]; k < nodes.first[end]; ++k) {
      B.col(nodes.order[k]) = X.col(k).template head<3>();
    }
  };
  const auto& subtrees = elimination_.subtrees();
  const std::vector<int>& top = elimination_.top();
  // Calls exchange(outside, own) for each row outside of subtree t to which the subtree adds: `outside` is
  // the row itself, `own` is where the subtree collects its sum.
  const auto for_each_place = [&](Index t, const auto& exchange) {
    Index place = subtree_places_[t];
    for (const int row : nodes.rows_below(subtrees[t].end - 1)) exchange(X.col(row), X.col(place++));
  };
  const Index count = static_cast<Index>(subtrees.size());

  parallel_tasks(count, [&](Index t) {  // L Y = B
    load(subtrees[t].begin, subtrees[t].end);
    for_each_place(t, [](auto&&, auto&& own) { own.setZero(); });
    for (const Block& block : blocks_of(subtrees[t].begin, subtrees[t].end)) forward(block);
  });
  for (const int s : top) load(s, s + 1);
  for (Index t = 0; t < count; ++t) for_each_place(t, [](auto&& outside, auto&& own) { outside += own; });
  for (const int b : top_blocks_) forward(blocks_[b]);

  for (auto b = top_blocks_.rbegin(); b != top_blocks_.rend(); ++b) backward(blocks_[*b]);  // Lᵀ X = D⁻¹ Y
  for (const int s : top) unload(s, s + 1);
  parallel_tasks(count, [&](Index t) {
    for_each_place(t, [](auto&& outside, auto&& own) { own = outside; });
    const std::span<const Block> blocks = blocks_of(subtrees[t].begin, subtrees[t].end);
    for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) backward(*block);
    unload(subtrees[t].begin, subtrees[t].end);
  });
}

template void SparseCholesky<double>::solve_in_place(Positions<double>&);
template void SparseCholesky<float>::solve_in_place(Positions<float>&);

}  // namespace simbench

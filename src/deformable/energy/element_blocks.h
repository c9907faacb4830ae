// Adds the Hessians of a pack of elements to a matrix of 3 × 3 blocks, one block per pair of corners.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "math/block_matrix.h"
#include "math/lanes.h"

namespace simbench {

// Some lanes of a pack, one bit each.
using LaneSet = std::uint32_t;

inline LaneSet first_lanes(int count) {
  return (LaneSet(1) << count) - 1;
}

// Those of the first `count` lanes whose elements have a marked vertex, or those whose elements have none. If
// `marked`, which has one entry per vertex, is empty, all elements count as marked.
template <class Pack>
LaneSet lanes_of(const Pack& pack, int count, std::span<const char> marked, bool is_marked) {
  if (marked.empty()) return is_marked ? first_lanes(count) : 0;
  LaneSet lanes = 0;
  for (int lane = 0; lane < count; ++lane) {
    const bool touches = std::ranges::any_of(
        pack.vertices, [&](const auto& vertices_of_lanes) { return marked[vertices_of_lanes[lane]] != 0; });
    if (touches == is_marked) lanes |= LaneSet(1) << lane;
  }
  return lanes;
}

// Adds the Hessians of the elements in these lanes. density.block(a, b) is the coupling of two vertices with
// shape gradients a and b, without the element's weight (DensityHessian in law.h).
template <class Pack, class Density>
SIMBENCH_APART SIMBENCH_FLATTEN void add_blocks(const Pack& pack, LaneSet lanes, const Density& density,
                                                BlockMatrix<typename Pack::Real>& hessian) {
  constexpr int corners = Pack::corner_count;
  // For corner 0 the blocks follow from the blocks of the other corners.
  constexpr int first = Pack::is_translation_invariant ? 1 : 0;
  Matrix3<typename Pack::Number> blocks[corners][corners];  // blocks[b][a] = blocks[a][b]ᵀ
  for (int a = first; a < corners; ++a) {
    const typename Pack::ShapeGradient gradient = pack.shape_gradient(a) * pack.weight;
    for (int b = first; b <= a; ++b) {
      blocks[a][b] = density.block(gradient, pack.shape_gradient(b));
      if (b < a) blocks[b][a] = blocks[a][b].transpose();
    }
  }
  if constexpr (Pack::is_translation_invariant) {  // rows and columns add up to zero
    for (int a = 1; a < corners; ++a) {
      blocks[a][0] = -blocks[a][1];
      for (int b = 2; b < corners; ++b) blocks[a][0] -= blocks[a][b];
      blocks[0][a] = blocks[a][0].transpose();
    }
    blocks[0][0] = -blocks[1][0];
    for (int a = 2; a < corners; ++a) blocks[0][0] -= blocks[a][0];
  }
  for (int lane = 0; lane < Pack::width; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    for (int a = 0; a < corners; ++a) {
      for (int b = 0; b < corners; ++b) {
        const int row = pack.vertices[a][lane], column = pack.vertices[b][lane];
        if (row >= column) hessian.add(row, column, lane_of(blocks[a][b], lane));
      }
    }
  }
}

// dᵀ H d of each element with the Hessian H, without the element's weight; the columns of d are those of its
// corners.
template <class Pack, class Density>
SIMBENCH_APART SIMBENCH_FLATTEN typename Pack::Number quadratic_form(const Pack& pack, const Density& density,
                                                                     const typename Pack::Corners& d) {
  typename Pack::Number product = 0;
  for (int a = 0; a < Pack::corner_count; ++a) {
    for (int b = 0; b < Pack::corner_count; ++b)
      product +=
          d.col(a).dot((density.block(pack.shape_gradient(a), pack.shape_gradient(b)) * d.col(b)).eval());
  }
  return product;
}

}  // namespace simbench

// A stencil defines how the reduced coordinates of its elements follow from positions: y = X G − b. X has one
// column per vertex of the element: the position of the vertex. Each stencil (tet_stencil.h, pair_stencil.h,
// point_stencil.h, triangle_stencil.h, hinge_stencil.h) has
//
//   Pack<Number>                the type of a pack of elements, one per lane of Number; see below
//   pack<Number>(elements)      the pack of these elements
//   element_count()
//   vertices(j)                 the vertices of element j
//   weights()                   w_j, which multiplies the law's density: the volume of a tet [m³], L² of a
//                               pair [m²], 1 of an anchor
//   is_material                 see potential.h
//
// and its Pack<Number> adds to StencilPack
//
//   y(x)                        y of the elements with these corners
//   shape_gradient(c)           row c of G: ∂y/∂x_c
//   corner_columns(P)           P Gᵀ: the derivative by the corners of a function whose derivative by y is P
//   with_offset(y)              y + b = X G
//   is_translation_invariant    whether the rows of G add up to zero
//
// and, if the law is not nearly a quadratic of y, may have
//
//   quadratic_row(c)            row c of the G of a quadratic that replaces the law in S
#pragma once

#include <array>

#include "math/lanes.h"

namespace simbench {

//   StencilPack of tets in four lanes (each row fits into a cache line):
//
//     vertices   corner 0 │ v₀ v₁ v₂ v₃ │   one number per lane
//                corner 1 │ v₀ v₁ v₂ v₃ │
//                corner 2 │ v₀ v₁ v₂ v₃ │
//                corner 3 │ v₀ v₁ v₂ v₃ │
//     weight              │ V₀ V₁ V₂ V₃ │
//     G (of a tet)  (0,0) │ g₀ g₁ g₂ g₃ │   then (1,0), (2,0), (0,1), …
template <class N, int CornerCount, int ColumnCount>
struct StencilPack {
  using Number = N;  // lanes (math/lanes.h)
  using Real = RealOf<Number>;
  static constexpr int width = lane_count<Number>;
  static constexpr int corner_count = CornerCount;
  static constexpr int column_count = ColumnCount;  // of y
  using Corners = Eigen::Matrix<Number, 3, CornerCount>;
  using Reduction = Eigen::Matrix<Number, 3, ColumnCount>;  // y
  using ShapeGradient = Eigen::Matrix<Number, ColumnCount, 1>;

  std::array<std::array<int, width>, CornerCount> vertices;  // by corner, then by lane
  Number weight;                                             // multiplies the law's density

  Corners corners(const Positions<Real>& positions) const {
    Corners x;
    for (int c = 0; c < CornerCount; ++c) {
      for (int i = 0; i < 3; ++i) {
        x(i, c) = Number([&](auto lane) { return positions.data()[3 * vertices[c][lane] + i]; });
      }
    }
    return x;
  }

  // Writes the corners of the first `count` lanes.
  void set_corners(const Corners& x, int count, Positions<Real>& positions) const {
    alignas(64) Real values[3 * CornerCount][width];
    for (int i = 0; i < 3 * CornerCount; ++i)
      x(i % 3, i / 3).copy_to(values[i], std::experimental::element_aligned);
    for (int c = 0; c < CornerCount; ++c) {
      for (int lane = 0; lane < count; ++lane) {
        for (int i = 0; i < 3; ++i) positions.data()[3 * vertices[c][lane] + i] = values[3 * c + i][lane];
      }
    }
  }
};

}  // namespace simbench

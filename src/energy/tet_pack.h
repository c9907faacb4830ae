// Tets side by side, one a lane: what the kernels read of them, laid out in the order in which they read it.
#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <span>

#include "math/lanes.h"
#include "mesh/tet_mesh.h"

namespace simbench {

template <class Number>
using Corners = Eigen::Matrix<Number, 3, 4>;  // a column a corner

template <class Real>
struct TetPack {
  using Number = Lanes<Real>;
  static constexpr int width = lane_count<Number>;

  std::array<std::array<int, width>, 4> vertices;  // by corner, then by lane
  Matrix3<Number> rest_inverse;                    // D_m⁻¹ [1/m]
  Number volume;                                   // [m³]

  Corners<Number> corners(const Positions<Real>& positions) const {
    Corners<Number> x;
    for (int c = 0; c < 4; ++c) {
      for (int i = 0; i < 3; ++i) {
        x(i, c) = Number([&](auto lane) { return positions.data()[3 * vertices[c][lane] + i]; });
      }
    }
    return x;
  }

  // Of the first `count` lanes.
  void set_corners(const Corners<Number>& x, int count, Positions<Real>& positions) const {
    alignas(64) Real values[12][width];
    for (int i = 0; i < 12; ++i) x(i % 3, i / 3).copy_to(values[i], std::experimental::element_aligned);
    for (int c = 0; c < 4; ++c) {
      for (int lane = 0; lane < count; ++lane) {
        for (int i = 0; i < 3; ++i) positions.data()[3 * vertices[c][lane] + i] = values[3 * c + i][lane];
      }
    }
  }

  // F = D_s D_m⁻¹ of the tets with these corners.
  Matrix3<Number> deformation_gradient(const Corners<Number>& x) const {
    Matrix3<Number> edges;
    for (int i = 0; i < 3; ++i) edges.col(i) = x.col(i + 1) - x.col(0);
    return edges * rest_inverse;
  }
  Matrix3<Number> deformation_gradient(const Positions<Real>& positions) const {
    return deformation_gradient(corners(positions));
  }

  // D_jᵀ P: what a matrix P = ∂(…)/∂F means for the four corners. The columns add up to zero.
  Corners<Number> corner_columns(const Matrix3<Number>& P) const {
    Corners<Number> columns;
    columns.template rightCols<3>() = P * rest_inverse.transpose();
    columns.col(0) = -(columns.col(1) + columns.col(2) + columns.col(3));
    return columns;
  }
};

// The pack of up to `width` tets. Lanes that are left over repeat the last one: whoever writes leaves them out.
template <class Real>
TetPack<Real> tet_pack(const TetMesh& mesh, std::span<const int> tets) {
  TetPack<Real> pack;
  for (int lane = 0; lane < TetPack<Real>::width; ++lane) {
    const int tet = tets[std::min<std::size_t>(lane, tets.size() - 1)];
    for (int c = 0; c < 4; ++c) pack.vertices[c][lane] = mesh.tets(c, tet);
    const Matrix3<double> edges = tet_edges(mesh.rest_positions, mesh.tets.col(tet).data());
    set_lane(pack.rest_inverse, lane, edges.inverse().cast<Real>());
    pack.volume[lane] = static_cast<Real>(edges.determinant() / 6);
  }
  return pack;
}

}  // namespace simbench

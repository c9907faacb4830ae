// The stencil of a triangle in space: its deformation gradient, y = F = D_s D_m⁻¹, which is constant in the
// triangle. D_s has the two edges from corner 0; D_m has them at rest, in coordinates of the triangle's
// plane. So F is 3 × 2.
#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <memory>
#include <span>

#include "deformable/energy/stencil.h"
#include "math/closest_frame.h"
#include "mesh/tet_mesh.h"

namespace simbench {

template <class Number>
struct TrianglePack : StencilPack<Number, 3, 2> {
  using typename StencilPack<Number, 3, 2>::Corners;
  using typename StencilPack<Number, 3, 2>::ShapeGradient;
  static constexpr bool is_translation_invariant = true;

  Eigen::Matrix<Number, 2, 2> rest_inverse;  // D_m⁻¹ [1/m]; row c − 1 is the gradient of corner c = 1, 2

  Matrix32<Number> y(const Corners& x) const {
    Matrix32<Number> edges;
    for (int i = 0; i < 2; ++i) edges.col(i) = x.col(i + 1) - x.col(0);
    return edges * rest_inverse;
  }
  ShapeGradient shape_gradient(int corner) const {
    if (corner > 0) return rest_inverse.row(corner - 1);
    return -(rest_inverse.row(0) + rest_inverse.row(1));
  }
  // The columns add up to zero.
  Corners corner_columns(const Matrix32<Number>& P) const {
    Corners columns;
    for (int c = 0; c < 2; ++c) columns.col(c + 1) = P * rest_inverse.row(c).transpose();
    columns.col(0) = -(columns.col(1) + columns.col(2));
    return columns;
  }
  static const Matrix32<Number>& with_offset(const Matrix32<Number>& y) { return y; }
};

class TriangleStencil {
 public:
  template <class Number>
  using Pack = TrianglePack<Number>;
  static constexpr bool is_material = true;

  TriangleStencil() : mesh_(std::make_shared<const TetMesh>()) {}  // no triangles
  // All triangles of the mesh. Their areas must be positive.
  TriangleStencil(std::shared_ptr<const TetMesh> mesh) : mesh_(std::move(mesh)) {}

  Index element_count() const { return mesh_->triangle_count(); }
  std::span<const int> vertices(Index i) const { return {mesh_->triangles.col(i).data(), 3}; }
  // Volumes at rest [m³]: thickness · area.
  VectorX<double> weights() const { return mesh_->thickness * triangle_areas(*mesh_, mesh_->rest_positions); }

  template <class Number>
  SIMBENCH_APART TrianglePack<Number> pack(std::span<const int> elements) const {
    TrianglePack<Number> pack;
    for (int lane = 0; lane < TrianglePack<Number>::width; ++lane) {
      const int triangle = elements[std::min<std::size_t>(lane, elements.size() - 1)];
      for (int c = 0; c < 3; ++c) pack.vertices[c][lane] = mesh_->triangles(c, triangle);
      const Eigen::Matrix2d edges = rest_edges(triangle);
      set_lane(pack.rest_inverse, lane, edges.inverse().cast<RealOf<Number>>());
      pack.weight[lane] = static_cast<RealOf<Number>>(mesh_->thickness * edges.determinant() / 2);
    }
    return pack;
  }

 private:
  // D_m: in the axes along the first edge and across it.
  Eigen::Matrix2d rest_edges(Index triangle) const {
    const auto corner = [&](int c) { return mesh_->rest_positions.col(mesh_->triangles(c, triangle)); };
    const Vector3<double> a = corner(1) - corner(0), b = corner(2) - corner(0);
    const Vector3<double> along = a.normalized(), across = a.cross(b).cross(a).normalized();
    Eigen::Matrix2d edges;
    edges << a.norm(), along.dot(b), 0, across.dot(b);
    return edges;
  }

  std::shared_ptr<const TetMesh> mesh_;
};

}  // namespace simbench

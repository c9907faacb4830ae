// The stencil of a tet: its deformation gradient, y = F = D_s D_m⁻¹, which is constant in the tet.
#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "deformable/energy/stencil.h"
#include "mesh/tet_mesh.h"

namespace simbench {

template <class Number>
struct TetPack : StencilPack<Number, 4, 3> {
  using typename StencilPack<Number, 4, 3>::Corners;
  static constexpr bool is_translation_invariant = true;

  Matrix3<Number> rest_inverse;  // D_m⁻¹ [1/m]; row c − 1 is the gradient of corner c = 1, 2, 3

  Matrix3<Number> y(const Corners& x) const {
    Matrix3<Number> edges;
    for (int i = 0; i < 3; ++i) edges.col(i) = x.col(i + 1) - x.col(0);
    return edges * rest_inverse;
  }
  Vector3<Number> shape_gradient(int corner) const {
    if (corner > 0) return rest_inverse.row(corner - 1);
    return -(rest_inverse.row(0) + rest_inverse.row(1) + rest_inverse.row(2));
  }
  // The columns add up to zero.
  Corners corner_columns(const Matrix3<Number>& P) const {
    Corners columns;
    for (int c = 0; c < 3; ++c) columns.col(c + 1) = P * rest_inverse.row(c).transpose();
    columns.col(0) = -(columns.col(1) + columns.col(2) + columns.col(3));
    return columns;
  }
  static const Matrix3<Number>& with_offset(const Matrix3<Number>& y) { return y; }
};

class TetStencil {
 public:
  template <class Number>
  using Pack = TetPack<Number>;
  static constexpr bool is_material = true;
  static constexpr int points = 1;  // of integration, in a tet

  TetStencil() : TetStencil(std::make_shared<const TetMesh>()) {}  // no tets
  // All tets of the mesh.
  TetStencil(std::shared_ptr<const TetMesh> mesh) : mesh_(std::move(mesh)) {}
  // Some tets of the mesh, ascending.
  TetStencil(std::shared_ptr<const TetMesh> mesh, std::vector<int> tets)
      : mesh_(std::move(mesh)), tets_(std::move(tets)) {}

  Index element_count() const { return tets_ ? static_cast<Index>(tets_->size()) : mesh_->tet_count(); }
  Index tet(Index element) const { return tets_ ? (*tets_)[element] : element; }  // its number in the mesh
  std::span<const int> vertices(Index element) const { return {mesh_->tets.col(tet(element)).data(), 4}; }
  VectorX<double> weights() const {
    const VectorX<double> volumes = tet_volumes(*mesh_, mesh_->rest_positions);
    return tets_ ? VectorX<double>(volumes(*tets_)) : volumes;
  }

  // Unused lanes repeat the last element; code that writes results skips them.
  template <class Number>
  SIMBENCH_APART TetPack<Number> pack(std::span<const int> elements) const {
    TetPack<Number> pack;
    for (int lane = 0; lane < TetPack<Number>::width; ++lane) {
      const Index tet = this->tet(elements[std::min<std::size_t>(lane, elements.size() - 1)]);
      for (int c = 0; c < 4; ++c) pack.vertices[c][lane] = mesh_->tets(c, tet);
      const Matrix3<double> edges = tet_edges(mesh_->rest_positions, mesh_->tets.col(tet).data());
      set_lane(pack.rest_inverse, lane, edges.inverse().cast<RealOf<Number>>());
      pack.weight[lane] = static_cast<RealOf<Number>>(edges.determinant() / 6);
    }
    return pack;
  }

 private:
  std::shared_ptr<const TetMesh> mesh_;
  std::optional<std::vector<int>> tets_;  // empty: all tets of the mesh
};

}  // namespace simbench

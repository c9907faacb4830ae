// The stencil of a quadratic tet at one of its four points of integration: its deformation gradient there,
// y = F = X G, with the ten nodes X of the tet. Each tet is four elements, one after the other, and each of
// them weighs a quarter of the tet's volume (the rule is exact for polynomials of degree two: Hammer, Marlowe
// and Stroud 1956). As Poisson's ratio approaches 1/2 linear tets lock, and these lock far less.
//
// The laws that quadratic tets can have say so (on_quadratic_tets). Only solvers that need no kernel of their
// own take them, because visit.h does not know this stencil: the others decline it.
#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "deformable/energy/stencil.h"
#include "mesh/tet_mesh.h"

namespace simbench {

template <class Number>
struct QuadraticTetPack : StencilPack<Number, 10, 3> {
  using typename StencilPack<Number, 10, 3>::Corners;
  static constexpr bool is_translation_invariant = true;

  Eigen::Matrix<Number, 10, 3> gradients;  // G [1/m]: row c is the gradient of node c's shape function

  Matrix3<Number> y(const Corners& x) const {
    Matrix3<Number> F = x.col(0) * gradients.row(0);
    for (int c = 1; c < 10; ++c) F += x.col(c) * gradients.row(c);
    return F;
  }
  Vector3<Number> shape_gradient(int corner) const { return gradients.row(corner); }
  Corners corner_columns(const Matrix3<Number>& P) const { return P * gradients.transpose(); }
  static const Matrix3<Number>& with_offset(const Matrix3<Number>& y) { return y; }
};

class QuadraticTetStencil {
 public:
  template <class Number>
  using Pack = QuadraticTetPack<Number>;
  static constexpr bool is_material = true;
  static constexpr int points = 4;  // of integration, in a tet

  QuadraticTetStencil(std::shared_ptr<const TetMesh> mesh) : mesh_(std::move(mesh)) {}
  // Some tets of the mesh, ascending.
  QuadraticTetStencil(std::shared_ptr<const TetMesh> mesh, std::vector<int> tets)
      : mesh_(std::move(mesh)), tets_(std::move(tets)) {}

  Index element_count() const {
    return points * (tets_ ? static_cast<Index>(tets_->size()) : mesh_->tet_count());
  }
  // Its number in the mesh.
  Index tet(Index element) const { return tets_ ? (*tets_)[element / points] : element / points; }
  std::span<const int> vertices(Index element) const {
    return {mesh_->quadratic_tets.col(tet(element)).data(), 10};
  }
  VectorX<double> weights() const {
    const VectorX<double> volumes = tet_volumes(*mesh_, mesh_->rest_positions);
    return VectorX<double>::NullaryExpr(element_count(),
                                        [&](Index element) { return volumes[tet(element)] / points; });
  }

  template <class Number>
  SIMBENCH_APART QuadraticTetPack<Number> pack(std::span<const int> elements) const {
    QuadraticTetPack<Number> pack;
    for (int lane = 0; lane < QuadraticTetPack<Number>::width; ++lane) {
      const Index element = elements[std::min<std::size_t>(lane, elements.size() - 1)];
      const Index tet = this->tet(element);
      for (int c = 0; c < 10; ++c) pack.vertices[c][lane] = mesh_->quadratic_tets(c, tet);
      const Matrix3<double> edges = tet_edges(mesh_->rest_positions, mesh_->tets.col(tet).data());
      set_lane(pack.gradients, lane, gradients_at(element % points, edges).cast<RealOf<Number>>());
      pack.weight[lane] = static_cast<RealOf<Number>>(edges.determinant() / 6 / points);
    }
    return pack;
  }

 private:
  // The gradients of the shape functions L_a (2 L_a − 1) of corners and 4 L_a L_b of middles, at the point
  // with the barycentric coordinates L: (5 + 3√5)/20 for one corner and (5 − √5)/20 for the others.
  static Eigen::Matrix<double, 10, 3> gradients_at(Index point, const Matrix3<double>& edges) {
    static const double root = std::sqrt(5.0);
    Eigen::Vector4d L = Eigen::Vector4d::Constant((5 - root) / 20);
    L[point] = (5 + 3 * root) / 20;
    Eigen::Matrix<double, 4, 3> linear;  // gradients of L
    linear.bottomRows<3>() = edges.inverse();
    linear.row(0) = -linear.bottomRows<3>().colwise().sum();
    Eigen::Matrix<double, 10, 3> result;
    int node = 4;
    for (int a = 0; a < 4; ++a) {
      result.row(a) = (4 * L[a] - 1) * linear.row(a);
      for (int b = a + 1; b < 4; ++b) result.row(node++) = 4 * (L[a] * linear.row(b) + L[b] * linear.row(a));
    }
    return result;
  }

  std::shared_ptr<const TetMesh> mesh_;
  std::optional<std::vector<int>> tets_;  // empty: all tets of the mesh
};

}  // namespace simbench

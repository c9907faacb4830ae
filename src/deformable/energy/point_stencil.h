// The stencil of a vertex with a target point: y = x − b.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "deformable/energy/stencil.h"

namespace simbench {

template <class Number>
struct PointPack : StencilPack<Number, 1, 1> {
  static constexpr bool is_translation_invariant = false;

  Vector3<Number> point;  // b [m]

  Vector3<Number> y(const Vector3<Number>& x) const { return x - point; }
  static Eigen::Matrix<Number, 1, 1> shape_gradient(int) {
    return Eigen::Matrix<Number, 1, 1>::Constant(Number(1));
  }
  static const Vector3<Number>& corner_columns(const Vector3<Number>& P) { return P; }
  Vector3<Number> with_offset(const Vector3<Number>& y) const { return y + point; }
};

class PointStencil {
 public:
  template <class Number>
  using Pack = PointPack<Number>;
  static constexpr bool is_material = false;

  PointStencil() : points_(3, 0) {}  // no vertices
  // points: 3 × vertices [m].
  PointStencil(std::vector<int> vertices, const Positions<double>& points)
      : vertices_(std::move(vertices)), points_(points) {}

  Index element_count() const { return static_cast<Index>(vertices_.size()); }
  std::span<const int> vertices(Index i) const { return {&vertices_[i], 1}; }
  VectorX<double> weights() const { return VectorX<double>::Ones(element_count()); }
  // Anchors are made anew in each step, with other points.
  bool has_same_shape(const PointStencil& other) const { return vertices_ == other.vertices_; }

  template <class Number>
  SIMBENCH_APART PointPack<Number> pack(std::span<const int> elements) const {
    using Real = RealOf<Number>;
    const auto element = [&](int lane) { return elements[std::min<std::size_t>(lane, elements.size() - 1)]; };
    PointPack<Number> pack;
    pack.weight = 1;
    for (int lane = 0; lane < PointPack<Number>::width; ++lane)
      pack.vertices[0][lane] = vertices_[element(lane)];
    for (int i = 0; i < 3; ++i) {
      pack.point[i] = Number([&](int lane) { return static_cast<Real>(points_(i, element(lane))); });
    }
    return pack;
  }

 private:
  std::vector<int> vertices_;
  Positions<double> points_;
};

}  // namespace simbench

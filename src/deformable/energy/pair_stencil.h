// The stencil of two vertices: the vector between them relative to its length at rest, y = (x₁ − x₀)/L.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "deformable/energy/stencil.h"

namespace simbench {

template <class Number>
struct PairPack : StencilPack<Number, 2, 1> {
  using typename StencilPack<Number, 2, 1>::Corners;
  static constexpr bool is_translation_invariant = true;

  Number inverse_length;  // 1/L [1/m]

  Vector3<Number> y(const Corners& x) const { return (x.col(1) - x.col(0)) * inverse_length; }
  Eigen::Matrix<Number, 1, 1> shape_gradient(int corner) const {
    return Eigen::Matrix<Number, 1, 1>::Constant(corner == 0 ? Number(-inverse_length) : inverse_length);
  }
  Corners corner_columns(const Vector3<Number>& P) const {
    Corners columns;
    columns.col(1) = P * inverse_length;
    columns.col(0) = -columns.col(1);
    return columns;
  }
  static const Vector3<Number>& with_offset(const Vector3<Number>& y) { return y; }
};

class PairStencil {
 public:
  template <class Number>
  using Pack = PairPack<Number>;
  static constexpr bool is_material = true;

  PairStencil() = default;  // no pairs
  // The lengths at rest [m] must be greater than 0.
  PairStencil(std::vector<std::array<int, 2>> pairs, VectorX<double> lengths)
      : pairs_(std::move(pairs)), lengths_(std::move(lengths)) {}

  Index element_count() const { return static_cast<Index>(pairs_.size()); }
  std::span<const int> vertices(Index i) const { return pairs_[i]; }
  // L² [m²], so that a density k/2 (‖y‖ − 1)² gives the energy k/2 (‖x₁ − x₀‖ − L)².
  VectorX<double> weights() const { return lengths_.cwiseAbs2(); }

  template <class Number>
  SIMBENCH_APART PairPack<Number> pack(std::span<const int> elements) const {
    PairPack<Number> pack;
    for (int lane = 0; lane < PairPack<Number>::width; ++lane) {
      const int pair = elements[std::min<std::size_t>(lane, elements.size() - 1)];
      for (int c = 0; c < 2; ++c) pack.vertices[c][lane] = pairs_[pair][c];
      pack.inverse_length[lane] = static_cast<RealOf<Number>>(1 / lengths_[pair]);
      pack.weight[lane] = static_cast<RealOf<Number>>(lengths_[pair] * lengths_[pair]);
    }
    return pack;
  }

 private:
  std::vector<std::array<int, 2>> pairs_;
  VectorX<double> lengths_;
};

}  // namespace simbench

// Ropes between pairs of vertices, which are slack under compression: k/2 max(0, l − L)². An example of a
// potential of two vertices with its own key in scenes.
#pragma once

#include "deformable/energy/elements.h"
#include "deformable/energy/pair_stencil.h"
#include "deformable/energy/vector_hessian.h"

namespace simbench {

struct RopeParameters {
  double stiffness = 0;  // k [N/m]
};

template <class Number>
struct Rope {
  static constexpr std::string_view name = "rope";
  using Parameters = RopeParameters;

  Number stiffness;

  explicit Rope(const Parameters& parameters) : stiffness(number<Number>(parameters.stiffness)) {}

  Response<Number, 1> respond(const Vector3<Number>& y) const {
    using std::max;
    const Number length = y.norm(), extension = max(Number(0), Number(length - 1));
    return {stiffness / 2 * extension * extension,
            y * select(extension > 0, Number(stiffness * extension / length), Number(0))};
  }
  friend VectorHessian<Number> density_hessian(const Rope& law, const Vector3<Number>& y, Definiteness) {
    const Number square = y.squaredNorm();
    const Matrix3<Number> along = y * y.transpose() / square;
    const Number across = 1 - 1 / sqrt(square);
    const Matrix3<Number> taut = law.stiffness * (along + across * (Matrix3<Number>::Identity() - along));
    return {
        taut.unaryExpr([&](const Number& entry) -> Number { return select(square > 1, entry, Number(0)); })};
  }
  Number quadratic_stiffness() const { return stiffness; }
  Vector3<Number> prox(const Vector3<Number>& y, const Number& r) const {
    const Number length = y.norm();
    return y * select(length > 1, Number((stiffness / length + r) / (stiffness + r)), Number(1));
  }
};

struct Ropes {
  static constexpr std::string_view name = "ropes";
  static constexpr std::string_view summary = "k/2 max(0, l - L)^2 of two vertices";
  template <class Real>
  using Batch = Elements<PairStencil, Rope, Real>;

  double stiffness = 0;
  std::vector<int> ends;  // of the first rope, then of the second, …

  void describe(config::Fields& fields) {
    fields.number("stiffness", stiffness, {.unit = "N/m", .range = config::positive, .required = true});
    fields.integers("ends", ends, {.minimum = 0, .required = true});
  }
  RopeParameters parameters() const { return {stiffness}; }
  PairStencil stencil(const std::shared_ptr<const TetMesh>& mesh) const {
    std::vector<std::array<int, 2>> pairs;
    VectorX<double> lengths(static_cast<Index>(ends.size() / 2));
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
      lengths[static_cast<Index>(pairs.size())] =
          (mesh->rest_positions.col(ends[i]) - mesh->rest_positions.col(ends[i + 1])).norm();
      pairs.push_back({ends[i], ends[i + 1]});
    }
    return {std::move(pairs), std::move(lengths)};
  }
};

}  // namespace simbench

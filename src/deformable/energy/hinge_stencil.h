// Stencils of an edge between two triangles (a hinge):
//
//          2            vertices 0 and 1 are the ends of the edge, 2 and 3 the corners opposite to it
//         ╱ ╲           K: the row of cotangents of Bergou et al. 2006, Sec. 4 (K x = 0 for a flat hinge):
//        0 ─ 1            K₀ = cot β + cot δ,  K₁ = cot α + cot γ,  K₂ = −cot α − cot β,  K₃ = −cot γ − cot δ
//         ╲ ╱           with the angles α, β of triangle (0, 1, 2) and γ, δ of (1, 0, 3) at 0 and 1
//          3            A: the area of both triangles at rest
//
// CurvatureStencil: y = K x/A, the mean curvature vector of the hinge [1/m], and its weight A [m²]. So a
// density D/2 ‖y‖² gives D/2 ‖K x‖²/A. For a sheet that is bent to a cylinder of radius r this is D/(2 r²)
// times the area, for equilateral triangles and along the sides of a rectangular sheet: D is the flexural
// rigidity. (Bergou et al. have the factor 3/A, with which such a sheet is three times as rigid.)
//
// FoldStencil: y = ((x₁ − x₀, x₂ − x₀, x₃ − x₀)/‖e‖, (cos θ₀, sin θ₀, 0)ᵀ) with the edge e and the dihedral
// angle θ₀ at rest, which is a constant of the element; the weight is ‖e‖²/A. So D/2 (θ − θ₀)² gives the same
// rigidity: for small angles, ‖K x‖ = ‖e‖ θ.
#pragma once

#include <algorithm>
#include <span>

#include "deformable/energy/stencil.h"
#include "mesh/sheet.h"

namespace simbench {

// Quantities of a hinge at rest.
struct RestHinge {
  double area = 0;                                       // A [m²]
  double length = 0;                                     // ‖e‖ [m]
  Eigen::Vector4d cotangents = Eigen::Vector4d::Zero();  // K
  double cosine = 1, sine = 0;  // of θ₀, positive if vertices 2 and 3 point along the normals

  RestHinge() = default;
  RestHinge(const Hinge& hinge, const Positions<double>& rest) {
    const auto x = [&](int c) { return rest.col(hinge[c]); };
    const Vector3<double> e = x(1) - x(0), a = x(2) - x(0), b = x(3) - x(0);
    const Vector3<double> n0 = e.cross(a), n1 = b.cross(e);  // twice the areas
    const auto cotangents_of = [&](const Vector3<double>& side, double twice_area) -> Eigen::Vector2d {
      return Eigen::Vector2d(e.dot(side), e.dot(e - side)) / twice_area;  // at 0 and at 1
    };
    const Eigen::Vector2d of_a = cotangents_of(a, n0.norm()), of_b = cotangents_of(b, n1.norm());
    area = (n0.norm() + n1.norm()) / 2;
    length = e.norm();
    cotangents << of_a[1] + of_b[1], of_a[0] + of_b[0], -of_a.sum(), -of_b.sum();
    cosine = n0.dot(n1) / (n0.norm() * n1.norm());
    sine = n1.cross(n0).dot(e) / (n0.norm() * n1.norm() * length);
  }
};

// The hinges of a surface with their quantities at rest.
class HingeStencil {
 public:
  static constexpr bool is_material = true;

  HingeStencil() = default;  // no hinges
  HingeStencil(std::vector<Hinge> hinges, const Positions<double>& rest_positions)
      : hinges_(std::move(hinges)) {
    for (const Hinge& hinge : hinges_) rest_.emplace_back(hinge, rest_positions);
  }

  Index element_count() const { return static_cast<Index>(hinges_.size()); }
  std::span<const int> vertices(Index i) const { return hinges_[i]; }

 protected:
  // weight_of(rest) of each hinge.
  template <class Weight>
  VectorX<double> weights_by(const Weight& weight_of) const {
    VectorX<double> weights(element_count());
    for (Index i = 0; i < element_count(); ++i) weights[i] = weight_of(rest_[i]);
    return weights;
  }
  // A pack of hinges; fill(pack, lane, rest) sets what depends on the state at rest.
  template <class Pack, class Fill>
  Pack pack_by(std::span<const int> elements, const Fill& fill) const {
    Pack pack;
    for (int lane = 0; lane < Pack::width; ++lane) {
      const int hinge = elements[std::min<std::size_t>(lane, elements.size() - 1)];
      for (int c = 0; c < 4; ++c) pack.vertices[c][lane] = hinges_[hinge][c];
      fill(pack, lane, rest_[hinge]);
    }
    return pack;
  }

 private:
  std::vector<Hinge> hinges_;
  std::vector<RestHinge> rest_;
};

template <class Number>
struct CurvaturePack : StencilPack<Number, 4, 1> {
  using typename StencilPack<Number, 4, 1>::Corners;
  static constexpr bool is_translation_invariant = true;

  Vector3<Number> coefficients;  // K/A of vertices 1, 2, 3 [1/m²]; that of vertex 0 makes the sum zero

  Vector3<Number> y(const Corners& x) const {
    const Vector3<Number> a = x.col(1) - x.col(0), b = x.col(2) - x.col(0), c = x.col(3) - x.col(0);
    return coefficients[0] * a + coefficients[1] * b + coefficients[2] * c;
  }
  Eigen::Matrix<Number, 1, 1> shape_gradient(int corner) const {
    const Number first = -(coefficients[0] + coefficients[1] + coefficients[2]);
    return Eigen::Matrix<Number, 1, 1>::Constant(corner == 0 ? first : coefficients[corner - 1]);
  }
  Corners corner_columns(const Vector3<Number>& P) const {
    Corners columns;
    for (int c = 0; c < 4; ++c) columns.col(c) = P * shape_gradient(c)[0];
    return columns;
  }
  static const Vector3<Number>& with_offset(const Vector3<Number>& y) { return y; }
};

class CurvatureStencil : public HingeStencil {
 public:
  template <class Number>
  using Pack = CurvaturePack<Number>;
  using HingeStencil::HingeStencil;

  VectorX<double> weights() const {
    return weights_by([](const RestHinge& rest) { return rest.area; });
  }
  template <class Number>
  SIMBENCH_APART Pack<Number> pack(std::span<const int> elements) const {
    return pack_by<Pack<Number>>(elements, [](Pack<Number>& pack, int lane, const RestHinge& rest) {
      const Vector3<double> coefficients = rest.cotangents.tail<3>() / rest.area;
      set_lane(pack.coefficients, lane, coefficients.cast<RealOf<Number>>());
      pack.weight[lane] = static_cast<RealOf<Number>>(rest.area);
    });
  }
};

template <class Number>
struct FoldPack : StencilPack<Number, 4, 4> {
  using typename StencilPack<Number, 4, 4>::Corners;
  using typename StencilPack<Number, 4, 4>::Reduction;
  using typename StencilPack<Number, 4, 4>::ShapeGradient;
  static constexpr bool is_translation_invariant = true;

  Number inverse_length;                  // 1/‖e‖ [1/m]
  Number cosine, sine;                    // of θ₀
  Eigen::Matrix<Number, 4, 1> quadratic;  // K/‖e‖ [1/m]

  Reduction y(const Corners& x) const {
    Reduction result;
    for (int c = 0; c < 3; ++c) result.col(c) = (x.col(c + 1) - x.col(0)) * inverse_length;
    result.col(3) = Vector3<Number>(cosine, sine, Number(0));
    return result;
  }
  ShapeGradient shape_gradient(int corner) const {
    ShapeGradient row = ShapeGradient::Constant(corner == 0 ? Number(-inverse_length) : Number(0));
    if (corner > 0) row[corner - 1] = inverse_length;
    row[3] = Number(0);
    return row;
  }
  Corners corner_columns(const Reduction& P) const {
    Corners columns;
    for (int c = 0; c < 3; ++c) columns.col(c + 1) = P.col(c) * inverse_length;
    columns.col(0) = -(columns.col(1) + columns.col(2) + columns.col(3));
    return columns;
  }
  // Near a flat state at rest, the energy is D/2 ‖K x‖²/A.
  Eigen::Matrix<Number, 1, 1> quadratic_row(int corner) const {
    return Eigen::Matrix<Number, 1, 1>::Constant(quadratic[corner]);
  }
};

class FoldStencil : public HingeStencil {
 public:
  template <class Number>
  using Pack = FoldPack<Number>;
  using HingeStencil::HingeStencil;

  VectorX<double> weights() const { return weights_by(weight); }
  template <class Number>
  SIMBENCH_APART Pack<Number> pack(std::span<const int> elements) const {
    return pack_by<Pack<Number>>(elements, [](Pack<Number>& pack, int lane, const RestHinge& rest) {
      pack.inverse_length[lane] = static_cast<RealOf<Number>>(1 / rest.length);
      pack.cosine[lane] = static_cast<RealOf<Number>>(rest.cosine);
      pack.sine[lane] = static_cast<RealOf<Number>>(rest.sine);
      const Eigen::Vector4d quadratic = rest.cotangents / rest.length;
      set_lane(pack.quadratic, lane, quadratic.cast<RealOf<Number>>());
      pack.weight[lane] = static_cast<RealOf<Number>>(weight(rest));
    });
  }

 private:
  static double weight(const RestHinge& rest) { return rest.length * rest.length / rest.area; }
};

}  // namespace simbench

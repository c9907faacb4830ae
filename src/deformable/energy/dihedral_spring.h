// The law of dihedral angles: Ψ = D/2 (θ − θ₀)² of a hinge (FoldStencil in hinge_stencil.h), as Grinspun et
// al. 2003 and Bridson et al. 2003 bend cloth. θ − θ₀ is PBD's bending constraint (Müller et al. 2007). With
// the edges e, a, b = y₀, y₁, y₂ and the normals n₀ = e × a, n₁ = b × e:
//
//   θ = atan2((n₁ × n₀)·e/‖e‖, n₀·n₁),   ∂θ/∂a = ‖e‖ n₀/‖n₀‖²,   ∂θ/∂b = ‖e‖ n₁/‖n₁‖²,
//   ∂θ/∂e = −(a·e)/(e·e) ∂θ/∂a − (b·e)/(e·e) ∂θ/∂b
//
// The set θ = θ₀ has no closest point in closed form, so the law has no projection and no proximal map.
#pragma once

#include <cmath>

#include "deformable/energy/law.h"

namespace simbench {

struct DihedralParameters {
  double stiffness = 0;  // D [J]
};

// ∂²Ψ/∂y² by the three edges.
template <class Number>
struct DihedralHessian {
  Matrix3<Number> blocks[3][3];

  // The coupling of two vertices with these shape gradients.
  Matrix3<Number> block(const Eigen::Matrix<Number, 4, 1>& a, const Eigen::Matrix<Number, 4, 1>& b) const {
    Matrix3<Number> result = Matrix3<Number>::Constant(Number(0));
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) result += Number(a[i] * b[j]) * blocks[i][j];
    }
    return result;
  }
};

// The angle θ − θ₀ ∈ (−π, π] of a hinge with its first and second derivatives by the edges.
template <class Number>
class HingeAngle {
 public:
  using Reduction = Eigen::Matrix<Number, 3, 4>;

  explicit HingeAngle(const Reduction& y) {
    const Vector3<Number> e = y.col(0), a = y.col(1), b = y.col(2), n0 = e.cross(a), n1 = b.cross(e);
    const Number length = e.norm();
    const Number sine = n1.cross(n0).dot(e), cosine = n0.dot(n1) * length;
    const Number rest_cosine = y(0, 3), rest_sine = y(1, 3);
    value = arc(sine * rest_cosine - cosine * rest_sine, cosine * rest_cosine + sine * rest_sine);
    of_a_ = quotient_or_zero<Number>(n0 * length, n0.squaredNorm());
    of_b_ = quotient_or_zero<Number>(n1 * length, n1.squaredNorm());
    along_ = quotient_or_zero<Number>(e, e.squaredNorm());
    part_a_ = a.dot(along_);
    part_b_ = b.dot(along_);
    gradient.col(0) = -(part_a_ * of_a_ + part_b_ * of_b_);
    gradient.col(1) = of_a_;
    gradient.col(2) = of_b_;
    gradient.col(3) = Vector3<Number>::Constant(Number(0));
  }

  Number value;        // θ − θ₀
  Reduction gradient;  // ∂θ/∂y

  // ∂²θ/∂y². With g = ∂θ/∂a and the axis m = ê × ĝ of the plane: ∂²θ/∂a² = ‖g‖² (m ĝᵀ + ĝ mᵀ); b has the
  // other sign.
  DihedralHessian<Number> hessian() const {
    const Matrix3<Number> aa = side(of_a_), bb = -side(of_b_);
    DihedralHessian<Number> result;
    auto& H = result.blocks;
    H[1][1] = aa;
    H[2][2] = bb;
    H[1][2] = H[2][1] = Matrix3<Number>::Constant(Number(0));
    H[0][1] = -(of_a_ * along_.transpose()) - part_a_ * aa;
    H[0][2] = -(of_b_ * along_.transpose()) - part_b_ * bb;
    const Matrix3<Number> parts = (part_a_ * of_a_ + part_b_ * of_b_) * along_.transpose();
    const Matrix3<Number> ends = unit_side(of_a_) - unit_side(of_b_);
    H[0][0] = parts + parts.transpose() + Number(part_a_ * part_a_) * aa + Number(part_b_ * part_b_) * bb +
              Number(along_.squaredNorm() / 2) * ends;
    H[1][0] = H[0][1].transpose();
    H[2][0] = H[0][2].transpose();
    return result;
  }

 private:
  static Number arc(const Number& sine, const Number& cosine) {
    return Number(
        [&](auto lane) { return std::atan2(RealOf<Number>(sine[lane]), RealOf<Number>(cosine[lane])); });
  }
  // m ĝᵀ + ĝ mᵀ.
  Matrix3<Number> unit_side(const Vector3<Number>& g) const {
    const Vector3<Number> unit = quotient_or_zero<Number>(g, g.norm());
    const Vector3<Number> m = quotient_or_zero<Number>(along_.cross(unit), along_.norm());
    const Matrix3<Number> product = m * unit.transpose();
    return product + product.transpose();
  }
  Matrix3<Number> side(const Vector3<Number>& g) const { return g.squaredNorm() * unit_side(g); }

  Vector3<Number> of_a_, of_b_;
  Vector3<Number> along_;   // e/‖e‖²
  Number part_a_, part_b_;  // where a and b stand along e: 0 at the vertex 0, 1 at the vertex 1
};

template <class Number>
struct DihedralSpring {
  static constexpr std::string_view name = "dihedral";
  static constexpr bool is_zero_at_rest = true;  // the constraint
  using Parameters = DihedralParameters;
  using Reduction = Eigen::Matrix<Number, 3, 4>;

  Number stiffness;  // D [J]

  explicit DihedralSpring(const Parameters& parameters) : stiffness(number<Number>(parameters.stiffness)) {}

  Response<Number, 4> respond(const Reduction& y) const {
    const HingeAngle<Number> angle(y);
    return {stiffness / 2 * angle.value * angle.value, Number(stiffness * angle.value) * angle.gradient};
  }
  friend DihedralHessian<Number> density_hessian(const DihedralSpring& law, const Reduction& y,
                                                 Definiteness definiteness) {
    const HingeAngle<Number> angle(y);
    DihedralHessian<Number> result = angle.hessian();
    const Number torque = law.stiffness * angle.value;
    for (int i = 0; i < 3; ++i) {
      const Vector3<Number> row = angle.gradient.col(i);
      for (int j = 0; j < 3; ++j) {
        const Vector3<Number> column = angle.gradient.col(j);
        result.blocks[i][j] = torque * result.blocks[i][j] + (law.stiffness * row) * column.transpose();
      }
    }
    if (definiteness != Definiteness::exact) make_definite(result, definiteness);
    return result;
  }
  Number quadratic_stiffness() const { return stiffness; }

  static constexpr int constraint_count(ConstraintForm) { return 1; }
  // C = θ − θ₀.
  Constraint<Number, 4> constraint(ConstraintForm, int, const Reduction& y) const {
    const HingeAngle<Number> angle(y);
    return {angle.value, angle.gradient, stiffness};
  }

 private:
  // Changes the eigenvalues of the 9 × 9 matrix, lane by lane.
  static void make_definite(DihedralHessian<Number>& hessian, Definiteness definiteness) {
    using Real = RealOf<Number>;
    for (int lane = 0; lane < lane_count<Number>; ++lane) {
      Matrix9<Real> matrix;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
          matrix.template block<3, 3>(3 * i, 3 * j) = lane_of(hessian.blocks[i][j], lane);
      }
      matrix = made_definite(matrix, definiteness);
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
          set_lane(hessian.blocks[i][j], lane, matrix.template block<3, 3>(3 * i, 3 * j));
      }
    }
  }
};

}  // namespace simbench

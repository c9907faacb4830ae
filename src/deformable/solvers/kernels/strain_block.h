// The gradient and the Hessian of the strain law Ψ = k/2 ‖F − R‖² with respect to one vertex, without a
// decomposition of F.
//
// Along F + x gᵀ, with h = R g and the symmetric left stretch S = F Rᵀ,
//
//   ∂Ψ/∂x = k (F g − h),   ∂²Ψ/∂x² = k (‖g‖² I − [h]×ᵀ (tr S I − S)⁻¹ [h]×)
//
// The second term is the turning of R. The eigenvalues of tr S I − S are σᵢ + σⱼ, and the only eigenvalues of
// ∂²Ψ/∂F² that can be negative are k (1 − 2/(σᵢ + σⱼ)). So to clamp these at zero is to raise those to 2.
#pragma once

#include <limits>

#include "deformable/energy/forms.h"
#include "math/raised_inverse.h"

namespace simbench {

template <class Number>
struct VertexBlock {
  Vector3<Number> gradient;
  Matrix3<Number> hessian;  // its lower triangle
};

// R: the closest rotation of F. `definiteness` is exact or clamped. The result is that of density_hessian()
// up to rounding, except where ‖F‖³ overflows. Symmetric matrices are written by their entries, because g++
// finds only some of the equal ones.
template <class Number>
VertexBlock<Number> strain_block(const Number& stiffness, const Matrix3<Number>& F, const Matrix3<Number>& R,
                                 const Vector3<Number>& g, Definiteness definiteness) {
  // Strain::antisymmetric_stiffness() has the same bound.
  const auto least = definiteness == Definiteness::exact ? std::numeric_limits<RealOf<Number>>::epsilon() : 2;
  const auto left_stretch = [&](int i, int j) -> Number {
    return F(i, 0) * R(j, 0) + F(i, 1) * R(j, 1) + F(i, 2) * R(j, 2);
  };
  // tr S I − S = 2/3 tr S I + B with B = 1/3 tr S I − S, and C = adj(B).
  const Number s00 = left_stretch(0, 0), s11 = left_stretch(1, 1), s22 = left_stretch(2, 2);
  const Number third = (s00 + s11 + s22) * number<Number>(1.0 / 3);
  const Number b00 = third - s00, b11 = third - s11, b22 = third - s22;
  const Number b10 = -left_stretch(1, 0), b20 = -left_stretch(2, 0), b21 = -left_stretch(2, 1);
  const Number c00 = b11 * b22 - b21 * b21, c11 = b00 * b22 - b20 * b20, c22 = b00 * b11 - b10 * b10;
  const Number c10 = b20 * b21 - b10 * b22, c20 = b10 * b21 - b20 * b11, c21 = b10 * b20 - b00 * b21;
  const Number square = (b00 * b00 + b11 * b11 + b22 * b22) + 2 * (b10 * b10 + b20 * b20 + b21 * b21);
  const Number determinant = b00 * c00 + b10 * c10 + b20 * c20;
  const auto f = raised_inverse<Number>(2 * third, square, determinant, least);

  // W = −k (tr S I − S)⁻¹; half_i is column i of [h]×ᵀ W.
  const Number w = -stiffness * f.constant, wb = -stiffness * f.of_matrix, wc = -stiffness * f.of_adjugate;
  const Number w00 = w + wb * b00 + wc * c00, w11 = w + wb * b11 + wc * c11, w22 = w + wb * b22 + wc * c22;
  const Number w10 = wb * b10 + wc * c10, w20 = wb * b20 + wc * c20, w21 = wb * b21 + wc * c21;
  const Vector3<Number> h = R * g;
  const Vector3<Number> half0 = Vector3<Number>(w00, w10, w20).cross(h),
                        half1 = Vector3<Number>(w10, w11, w21).cross(h),
                        half2 = Vector3<Number>(w20, w21, w22).cross(h);
  VertexBlock<Number> block{stiffness * (F * g - h), {}};
  const Number diagonal = stiffness * g.squaredNorm();
  block.hessian(0, 0) = diagonal + (half1[0] * h[2] - half2[0] * h[1]);
  block.hessian(1, 0) = half2[0] * h[0] - half0[0] * h[2];
  block.hessian(2, 0) = half0[0] * h[1] - half1[0] * h[0];
  block.hessian(1, 1) = diagonal + (half2[1] * h[0] - half0[1] * h[2]);
  block.hessian(2, 1) = half0[1] * h[1] - half1[1] * h[0];
  block.hessian(2, 2) = diagonal + (half0[2] * h[1] - half1[2] * h[0]);
  return block;
}

}  // namespace simbench

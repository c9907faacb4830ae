// XPBD's step of all constraints of an element together: with C, λ and J of the element, and a block α̃,
//
//   ((1 + γ) J M⁻¹ Jᵀ + α̃) Δλ = −C − α̃ λ − γ J (q − q_n),   Δq = M⁻¹ Jᵀ Δλ
//
// (Macklin et al. 2016, Eq. 11 to 18 and 26, without their step from blocks to scalars.) A block whose α is
// not diagonal, such as Hooke's matrix in Voigt's notation, is diagonal in the basis of its eigenvectors. The
// step does not depend on the basis, so laws return constraints of a basis in which α is diagonal.
#pragma once

#include <limits>
#include <span>

#include "deformable/solvers/kernels/constraint_sweep.h"
#include "deformable/solvers/kernels/symmetric_system.h"

namespace simbench {

inline constexpr int block_limit = 6;  // constraints of an element: the components of a strain

// Solves the constraints of the elements of a pack at the corners x. A constraint that is not finite keeps
// its λ. Returns the number of constraints, in the first `lanes` lanes, that are not zero and have no
// gradient.
template <class Law, class Pack, class Number, class Real>
Index solve_block(const Law& law, const Pack& pack,
                  const std::array<Number, Pack::corner_count>& inverse_masses,
                  const Number& compliance_scale, const Correction<Real>& correction,
                  std::span<Number> multipliers, typename Pack::Corners& x, int lanes) {
  const int count = static_cast<int>(multipliers.size());
  // A row depends on the rows before it only without compliance.
  SymmetricSystem<Number, block_limit> block(count);
  std::array<typename Pack::Corners, block_limit> gradients;
  const auto y = pack.y(x);
  const Number damping = correction.damping;
  Index skipped = 0;
  for (int i = 0; i < count; ++i) {
    const auto constraint = law.constraint(ConstraintForm::block, i, y);
    gradients[i] = pack.corner_columns(constraint.gradient);
    const Number compliance = compliance_scale / (constraint.stiffness * pack.weight);
    Number residual = constraint.value + compliance * multipliers[i];
    if (correction.damping > 0) {
      const typename Pack::Corners moved = x - pack.corners(*correction.velocity_origin);
      residual += damping * gradients[i].cwiseProduct(moved).sum();
    }
    const auto is_finite = constraint.value < std::numeric_limits<Real>::infinity();
    block.right_hand_side[i] = select(is_finite, Number(-residual), Number(0));
    for (int j = 0; j <= i; ++j) {
      Number sum = 0;
      for (int c = 0; c < Pack::corner_count; ++c)
        sum += inverse_masses[c] * gradients[i].col(c).dot(gradients[j].col(c));
      block.matrix[i][j] = (1 + damping) * sum;
    }
    block.matrix[i][i] += compliance;
    const auto is_skipped = constraint.value != Number(0) && gradients[i].squaredNorm() == Number(0);
    for (int lane = 0; lane < lanes; ++lane) skipped += is_skipped[lane];
  }
  block.solve();
  for (int i = 0; i < count; ++i) {
    multipliers[i] += block.right_hand_side[i];
    for (int c = 0; c < Pack::corner_count; ++c)
      x.col(c) += Number(inverse_masses[c] * block.right_hand_side[i]) * gradients[i].col(c);
  }
  return skipped;
}

}  // namespace simbench

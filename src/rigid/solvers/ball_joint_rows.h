// The rows of ball joints at given poses. Their J is (1, −[r_i], −1, [r_j]).
#pragma once

#include <array>

#include "rigid/solvers/mobility.h"

namespace simbench::rigid {

// A Number may be lanes, one joint in each.
template <class Number>
struct BallJointRows {
  using Vector = plain::Vector<Number>;
  template <class Type>
  using Both = std::array<Type, 2>;  // of both bodies

  Both<Vector> arms;                 // r
  Vector between;                    // p_i − p_j of the points
  plain::Symmetric<Number> inverse;  // (K + α̃)⁻¹; zero if nothing can move

  BallJointRows(const Both<plain::Pose<Number>>& poses, const Both<Vector>& points,
                const Both<MobilityOf<Number>>& mobilities, const Number& softness) {
    const Number zero = number<Number>(0);
    plain::Symmetric<Number> K = {softness, softness, softness, zero, zero, zero};
    Both<Vector> at;
    for (int b = 0; b < 2; ++b) {
      const Vector r = arms[b] = poses[b].turned(points[b]);
      at[b] = poses[b].position + r;
      // [r] I⁻¹ [r]ᵀ, whose rows are r × (rows of [r] I⁻¹).
      const auto& [inverse_mass, I] = mobilities[b];
      const Vector x = cross(r, {I.xx, I.xy, I.xz}), y = cross(r, {I.xy, I.yy, I.yz}),
                   z = cross(r, {I.xz, I.yz, I.zz});
      const Vector first = cross(r, {x.x, y.x, z.x}), second = cross(r, {x.y, y.y, z.y});
      K.xx += inverse_mass + first.x;
      K.yy += inverse_mass + second.y;
      K.zz += inverse_mass + (r.x * y.z - r.y * x.z);
      K.xy += first.y;
      K.xz += first.z;
      K.yz += second.z;
    }
    between = at[0] - at[1];
    const auto moves = K.xx + K.yy + K.zz > 0;
    const plain::Symmetric<Number> of = K.inverse();
    const auto if_it_moves = [&](const Number& entry) { return select(moves, entry, zero); };
    inverse = {if_it_moves(of.xx), if_it_moves(of.yy), if_it_moves(of.zz),
               if_it_moves(of.xy), if_it_moves(of.xz), if_it_moves(of.yz)};
  }
};

}  // namespace simbench::rigid

#include "rigid/bodies/linearisation.h"

#include <Eigen/LU>

namespace simbench::rigid {

template <int rows, int body_count>
Displacement Linearisation<rows, body_count>::pull(int body, const Multipliers& multipliers) const {
  return {linear[body].transpose().lazyProduct(multipliers),
          angular[body].transpose().lazyProduct(multipliers)};
}

template <int rows, int body_count>
void Linearisation<rows, body_count>::displace(const std::array<int, body_count>& bodies,
                                               std::span<const Inertia> inertias, std::span<const Pose> poses,
                                               const Multipliers& multipliers,
                                               std::span<Displacement> displacements) const {
  for (int b = 0; b < body_count; ++b) {
    const int body = bodies[b];
    displacements[body] += inertias[body].displacement_of(pull(b, multipliers), poses[body].orientation);
  }
}

template <int rows, int body_count>
auto Linearisation<rows, body_count>::effective_inverse_mass(const std::array<int, body_count>& bodies,
                                                             std::span<const Inertia> inertias,
                                                             std::span<const Pose> poses) const -> Matrix {
  Matrix K = Matrix::Zero();
  for (int b = 0; b < body_count; ++b) {
    const Inertia& inertia = inertias[bodies[b]];
    K += inertia.inverse_mass * linear[b].lazyProduct(linear[b].transpose());
    if (!inertia.rotates()) continue;
    // J R I₀⁻¹ Rᵀ Jᵀ, with J in the body's frame.
    const Matrix3<double> R = poses[bodies[b]].orientation.toRotationMatrix();
    const Rows in_body = angular[b].lazyProduct(R);
    const Rows scaled = in_body.array().rowwise() * inertia.inverse_principal.transpose().array();
    K += scaled.lazyProduct(in_body.transpose());
  }
  return K;
}

template <int rows, int body_count>
auto Linearisation<rows, body_count>::correction(const ConstraintBase<rows, body_count>& constraint,
                                                 const Matrix& K, double scaled_compliance, double relaxation,
                                                 const Multipliers& multipliers) const -> Multipliers {
  Matrix matrix = K;
  matrix.diagonal().array() += scaled_compliance;
  if (!has_gradient || !(matrix.trace() > 0)) return Multipliers::Zero();
  const Multipliers residual = error + scaled_compliance * multipliers;
  const Matrix inverse = matrix.inverse();
  Multipliers wanted = multipliers - relaxation * (inverse * residual);
  for (int k = 0; k < rows; ++k) wanted[k] = constraint.admissible(wanted[k], relaxation * inverse(k, k));
  return wanted - multipliers;
}

// The shapes of all types of constraints.
template struct Linearisation<1, 2>;
template struct Linearisation<2, 2>;
template struct Linearisation<3, 2>;
template struct Linearisation<1, 4>;

}  // namespace simbench::rigid

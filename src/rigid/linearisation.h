// A constraint at given poses: its error c and the rows of J = ∂c/∂δ, δ = (dx, dθ) of each of its bodies (c(X ⊞ δ) = c + J δ).
//
// A constraint is a struct (constraints/*.h) with
//
//   name, rows, body_count    static
//   bodies                    numbers of its bodies
//   compliance                α [m/N or rad/(N m)]: c + α̃ Λ = 0, α̃ = α/h²
//   least, most               bounds of each multiplier: 0 and ∞ for an inequality c ≥ 0
//   is_angular                static: c is in radians, not in metres
//   is_spring                 static: its compliance is its own, also for solvers that take all others as hard
//   linearise(poses)          a Linearisation; with `has_gradient` false where c has none: the constraint is skipped
//   arm(b, poses)             r of a body, of the types that join points
//   members(constraint)       static: references to the numbers of the type itself, for copies in another precision
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>

#include "rigid/inertia.h"

namespace simbench::rigid {

template <class Real, int rows, int body_count>
struct Linearisation {
  using Rows = Eigen::Matrix<Real, rows, 3>;
  Eigen::Matrix<Real, rows, 1> error;
  std::array<Rows, body_count> linear;   // ∂c/∂dx of each body
  std::array<Rows, body_count> angular;  // ∂c/∂dθ
  bool has_gradient = true;

  // Jᵀ Λ on one of the bodies.
  Displacement<Real> pull(int body, const Eigen::Matrix<Real, rows, 1>& multipliers) const {
    return {linear[body].transpose().lazyProduct(multipliers),
            angular[body].transpose().lazyProduct(multipliers)};
  }
  // Adds M⁻¹ Jᵀ Λ to the displacements of its bodies.
  void displace(const std::array<int, body_count>& bodies, std::span<const Inertia<Real>> inertias,
                std::span<const Pose<Real>> poses, const Eigen::Matrix<Real, rows, 1>& multipliers,
                std::span<Displacement<Real>> displacements) const {
    for (int b = 0; b < body_count; ++b) {
      const int body = bodies[b];
      displacements[body] += inertias[body].displacement_of(pull(b, multipliers), poses[body].orientation);
    }
  }
  // K = J M⁻¹ Jᵀ.
  Eigen::Matrix<Real, rows, rows> effective_inverse_mass(const std::array<int, body_count>& bodies,
                                                         std::span<const Inertia<Real>> inertias,
                                                         std::span<const Pose<Real>> poses) const {
    Eigen::Matrix<Real, rows, rows> K = Eigen::Matrix<Real, rows, rows>::Zero();
    for (int b = 0; b < body_count; ++b) {
      const Inertia<Real>& inertia = inertias[bodies[b]];
      K += inertia.inverse_mass * linear[b].lazyProduct(linear[b].transpose());
      if (!inertia.rotates()) continue;
      // J R I₀⁻¹ Rᵀ Jᵀ, row by row in the body's frame.
      const Matrix3<Real> R = poses[bodies[b]].orientation.toRotationMatrix();
      const Rows in_body = angular[b].lazyProduct(R);
      const Rows scaled = in_body.array().rowwise() * inertia.inverse_principal.transpose().array();
      K += scaled.lazyProduct(in_body.transpose());
    }
    return K;
  }
};

// What constraints have in common.
template <class Real, int row_count, int bodies_of_it = 2>
struct ConstraintBase {
  static constexpr int rows = row_count, body_count = bodies_of_it;
  static constexpr bool is_angular = false, is_spring = false;
  using Linear = Linearisation<Real, rows, body_count>;
  using Multipliers = Eigen::Matrix<Real, rows, 1>;

  std::array<int, body_count> bodies{};
  Real compliance = 0;
  Real least = -std::numeric_limits<Real>::infinity(), most = std::numeric_limits<Real>::infinity();

  bool is_inequality() const { return std::isfinite(least) || std::isfinite(most); }
};

}  // namespace simbench::rigid

// A constraint at given poses: its error c and J = ∂c/∂δ with δ = (dx, dθ) of each of its bodies, so that
// c(X ⊞ δ) = c + J δ to first order.
//
// A constraint is a struct (constraints/*.h) with
//
//   name                  static
//   linearise(poses)      returns a Linearisation; if c has no gradient there, its `has_gradient` is
//                         false, and solvers skip the constraint
//   members(constraint)   static; references to the numbers of this type, for copies in another precision
//   arm(b, poses)         r of body b, for types that join points
//
// It derives from ConstraintBase. Most loops of solvers use only that base. So they are compiled once per
// shape (numbers of rows and bodies), not once per type. The formulas of linearise() are compiled only in
// constraint_list.cpp.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>

#include "rigid/bodies/inertia.h"

namespace simbench::rigid {

template <class Real, int rows, int body_count = 2>
struct ConstraintBase;

template <class Real, int rows, int body_count>
struct Linearisation {
  using Rows = Eigen::Matrix<Real, rows, 3>;
  using Multipliers = Eigen::Matrix<Real, rows, 1>;
  using Matrix = Eigen::Matrix<Real, rows, rows>;
  Multipliers error;
  std::array<Rows, body_count> linear;   // ∂c/∂dx of each body
  std::array<Rows, body_count> angular;  // ∂c/∂dθ
  bool has_gradient = true;

  // Jᵀ Λ for one of the bodies.
  Displacement<Real> pull(int body, const Multipliers& multipliers) const;
  // Adds M⁻¹ Jᵀ Λ to the displacements of the constraint's bodies.
  void displace(const std::array<int, body_count>& bodies, std::span<const Inertia<Real>> inertias,
                std::span<const Pose<Real>> poses, const Multipliers& multipliers,
                std::span<Displacement<Real>> displacements) const;
  // K = J M⁻¹ Jᵀ.
  Matrix effective_inverse_mass(const std::array<int, body_count>& bodies,
                                std::span<const Inertia<Real>> inertias,
                                std::span<const Pose<Real>> poses) const;
  // Δ = −ξ (K + α̃)⁻¹ (c + α̃ Λ), clamped so that Λ + Δ is within the constraint's bounds. Zero if there is
  // no gradient, or if the matrix is zero because no body can move. All sweeps use this function.
  Multipliers correction(const ConstraintBase<Real, rows, body_count>& constraint, const Matrix& K,
                         Real scaled_compliance, Real relaxation, const Multipliers& multipliers) const;
};

// The quantity that c measures: lengths [m], angles [rad], or volumes [m³].
enum class Measure { length, angle, volume };

// The common part of all constraints.
template <class R, int row_count, int bodies_of_it>
struct ConstraintBase {
  using Real = R;
  static constexpr int rows = row_count, body_count = bodies_of_it;
  using Linear = Linearisation<Real, rows, body_count>;
  using Multipliers = typename Linear::Multipliers;

  std::array<int, body_count> bodies{};  // their indices
  Real compliance = 0;                   // α [m/N or rad/(N m)]: c + α̃ Λ = 0, α̃ = α/h²
  // Bounds of each multiplier: 0 and ∞ for an inequality c ≥ 0.
  Real lower_bound = -std::numeric_limits<Real>::infinity(),
       upper_bound = std::numeric_limits<Real>::infinity();
  // The constructor of each type sets the two members below. So code that converts a constraint to another
  // precision or form need not copy them. A spring keeps its compliance even in solvers that treat all other
  // constraints as hard.
  Measure measure = Measure::length;
  bool is_spring = false;

  const ConstraintBase& base() const { return *this; }
  bool is_hard() const { return compliance == 0 && !is_spring; }
  bool is_inequality() const { return std::isfinite(lower_bound) || std::isfinite(upper_bound); }
};

}  // namespace simbench::rigid

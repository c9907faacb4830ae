// A constraint at given poses: its error c and the rows of J = ∂c/∂δ, δ = (dx, dθ) of each of its bodies (c(X ⊞ δ) = c + J δ).
//
// A constraint is a struct (constraints/*.h) with
//
//   name                  static
//   linearise(poses)      a Linearisation; with `has_gradient` false where c has none: the constraint is skipped
//   members(constraint)   static: references to the numbers of the type itself, for copies in another precision
//   arm(b, poses)         r of a body, of the types that join points
//
// on a ConstraintBase, which is all that most loops of solvers look at: what they do with one is compiled once for each shape (numbers of rows and
// bodies), not for each type. The formulas of linearise() are compiled once, too (constraint_list.cpp).
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>

#include "rigid/inertia.h"

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

  // Jᵀ Λ on one of the bodies.
  Displacement<Real> pull(int body, const Multipliers& multipliers) const;
  // Adds M⁻¹ Jᵀ Λ to the displacements of its bodies.
  void displace(const std::array<int, body_count>& bodies, std::span<const Inertia<Real>> inertias,
                std::span<const Pose<Real>> poses, const Multipliers& multipliers,
                std::span<Displacement<Real>> displacements) const;
  // K = J M⁻¹ Jᵀ.
  Matrix effective_inverse_mass(const std::array<int, body_count>& bodies,
                                std::span<const Inertia<Real>> inertias,
                                std::span<const Pose<Real>> poses) const;
  // Δ = −ξ (K + α̃)⁻¹ (c + α̃ Λ), so that Λ + Δ is within the constraint's bounds; zero without a gradient, or where the matrix is zero because
  // nothing could move. All sweeps share it.
  Multipliers correction(const ConstraintBase<Real, rows, body_count>& constraint, const Matrix& K,
                         Real scaled_compliance, Real relaxation, const Multipliers& multipliers) const;
};

// What c is: of lengths [m], of angles [rad], of volumes [m³].
enum class Measure { length, angle, volume };

// What constraints have in common.
template <class R, int row_count, int bodies_of_it>
struct ConstraintBase {
  using Real = R;
  static constexpr int rows = row_count, body_count = bodies_of_it;
  using Linear = Linearisation<Real, rows, body_count>;
  using Multipliers = typename Linear::Multipliers;

  std::array<int, body_count> bodies{};  // their numbers
  Real compliance = 0;                   // α [m/N or rad/(N m)]: c + α̃ Λ = 0, α̃ = α/h²
  Real least = -std::numeric_limits<Real>::infinity(),
       most = std::numeric_limits<Real>::infinity();  // of each multiplier: 0 and ∞ for an inequality c ≥ 0
  // Set by the constructor of a type and by nobody else, so that copies in another precision or form have them, too.
  Measure measure = Measure::length;
  bool is_spring = false;  // its compliance is its own, also for solvers that take all others as hard

  const ConstraintBase& base() const { return *this; }
  bool is_hard() const { return compliance == 0 && !is_spring; }
  bool is_inequality() const { return std::isfinite(least) || std::isfinite(most); }
};

}  // namespace simbench::rigid

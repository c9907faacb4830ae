// A constraint at given poses: its error c and J = ∂c/∂δ with δ = (dx, dθ) of each of its bodies, so that
// c(X ⊞ δ) = c + J δ to first order.
//
// A constraint is a struct (constraints/*.h) with
//
//   name               static
//   linearise(poses)   returns a Linearisation; if c has no gradient there, its `has_gradient` is
//                      false, and solvers skip the constraint
//   arm(b, poses)      r of body b, for types that join points
//   along(δp)          for types of one row that depend on δp alone; then linearise() is linearise_along()
//
// It derives from ConstraintBase. Most loops of solvers use only that base. So they are compiled once per
// shape (numbers of rows and bodies), not once per type. The formulas of linearise() are compiled only in
// constraint_list.cpp.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string_view>

#include "rigid/bodies/inertia.h"
#include "rigid/bodies/softness.h"

namespace simbench::rigid {

template <int rows, int body_count = 2>
struct ConstraintBase;

template <int rows, int body_count>
struct Linearisation {
  using Rows = Eigen::Matrix<double, rows, 3>;
  using Multipliers = Eigen::Matrix<double, rows, 1>;
  using Matrix = Eigen::Matrix<double, rows, rows>;
  Multipliers error;
  std::array<Rows, body_count> linear;   // ∂c/∂dx of each body
  std::array<Rows, body_count> angular;  // ∂c/∂dθ
  bool has_gradient = true;

  // Jᵀ Λ for one of the bodies.
  Displacement pull(int body, const Multipliers& multipliers) const;
  // Adds M⁻¹ Jᵀ Λ to the displacements of the constraint's bodies.
  void displace(const std::array<int, body_count>& bodies, std::span<const Inertia> inertias,
                std::span<const Pose> poses, const Multipliers& multipliers,
                std::span<Displacement> displacements) const;
  // K = J M⁻¹ Jᵀ.
  Matrix effective_inverse_mass(const std::array<int, body_count>& bodies, std::span<const Inertia> inertias,
                                std::span<const Pose> poses) const;
  // Δ = −ξ (K + α̃)⁻¹ (c + α̃ Λ), changed so that Λ + Δ is admissible (see ConstraintBase). Zero if there is no
  // gradient, or if the matrix is zero because no body can move. All sweeps use this function, except for
  // ball joints in body_pair.h.
  Multipliers correction(const ConstraintBase<rows, body_count>& constraint, const Matrix& K,
                         double scaled_compliance, double relaxation, const Multipliers& multipliers) const;
};

// A row whose error depends on δp = x_i + r_i − x_j − r_j alone, at a given δp: its error, and n = ∂c/∂δp.
struct Along {
  double error;
  Vector3<double> direction;  // n
  bool has_gradient = true;
};

// linearise() of a constraint that has such a row, along(δp). J is (n, r_i × n) and (−n, −r_j × n).
template <class Constraint>
typename Constraint::Linear linearise_along(const Constraint& constraint, std::span<const Pose> poses) {
  const Vector3<double> ri = constraint.arm(0, poses), rj = constraint.arm(1, poses);
  const Vector3<double> delta =
      poses[constraint.bodies[0]].position + ri - poses[constraint.bodies[1]].position - rj;
  const auto [error, n, has_gradient] = constraint.along(delta);
  typename Constraint::Linear result;
  result.error[0] = error;
  result.has_gradient = has_gradient;
  result.linear = {n.transpose(), -n.transpose()};
  result.angular = {ri.cross(n).transpose(), -rj.cross(n).transpose()};
  return result;
}

// The quantity that c measures: lengths [m], angles [rad], or volumes [m³].
enum class Measure { length, angle, volume };

// The factor that makes a length of an error c: 1, the arm a [m] of an angle, 1/a² of a volume. A penalty
// that belongs to this length is a mass for every row.
inline double length_per_error(Measure measure, double arm) {
  return measure == Measure::angle ? arm : measure == Measure::volume ? 1 / (arm * arm) : 1;
}

// The common part of all constraints. A solution has c + α̃ Λ = 0 with three kinds of exceptions, which the
// bounds of Λ and the slack of c describe:
//
//   limit on one side   c ≥ 0 with Λ ≥ 0 (lower_bound = 0), or c ≤ 0 with Λ ≤ 0 (upper_bound = 0)
//   limits on both      0 ≤ c ≤ slack; Λ > 0 only at c = 0, Λ < 0 only at c = slack
//   limited force       |Λ| ≤ bound; c = 0 only while Λ is inside, as for a motor
template <int row_count, int bodies_of_it>
struct ConstraintBase {
  static constexpr int rows = row_count, body_count = bodies_of_it;
  using Linear = Linearisation<rows, body_count>;
  using Multipliers = typename Linear::Multipliers;

  std::array<int, body_count> bodies{};      // their indices
  Multipliers target = Multipliers::Zero();  // of c in this step; linearised() subtracts it from c
  double compliance = 0;                     // α [m/N or rad/(N m)], with α̃ = α/h²
  double lower_bound = -std::numeric_limits<double>::infinity(),
         upper_bound = std::numeric_limits<double>::infinity();  // of each multiplier [kg m]
  double slack = 0;  // [m, rad]; only constraints of one row have it
  // A spring keeps its compliance even in solvers that treat all other constraints as hard. If its softness
  // is set, predict() computes the compliance and the target of each step.
  bool is_spring = false;
  Softness softness = {};
  // The constructor of each type sets the two members below.
  Measure measure = Measure::length;
  bool is_motor = false;  // c is a displacement in this step, so it is no error of the last step
  int entry = 0;          // the entry of the scene that it belongs to; −1 if it was found

  const ConstraintBase& base() const { return *this; }
  bool is_limit() const { return lower_bound == 0 || upper_bound == 0 || slack > 0; }
  bool has_limited_force() const {
    return !is_limit() && (std::isfinite(lower_bound) || std::isfinite(upper_bound));
  }
  bool is_inequality() const { return is_limit() || has_limited_force(); }
  bool is_hard() const { return compliance == 0 && !is_spring && !has_limited_force(); }

  // The multiplier nearest to Λ − μ (c + α̃ Λ) that the bounds and the slack admit; μ > 0 is the same.
  double admissible(double wanted, double mass) const {
    if (slack > 0 && wanted < 0) wanted = std::min(0., wanted + mass * slack);
    return std::min(std::max(wanted, lower_bound), upper_bound);
  }
  // h² times the potential energy of a soft row or of one with a limited force [kg m²]: the largest value of
  // −Λ v − ½ α̃ Λ² over the admissible Λ, which is v²/(2 α̃) without bounds.
  double energy(double c, double scaled_compliance) const {
    const double v = violation(c);
    if (v == 0) return 0;
    const double wanted = scaled_compliance > 0 ? -v / scaled_compliance : v > 0 ? lower_bound : upper_bound;
    const double force = std::min(std::max(wanted, lower_bound), upper_bound);
    return -force * v - scaled_compliance * force * force / 2;
  }
  // Whether c is strictly between the limits, so that nothing pushes.
  bool is_open(double c) const {
    const bool is_above = upper_bound == 0 || c > 0, is_below = lower_bound == 0 || c < slack;
    return is_limit() && is_above && is_below;
  }
  // What is left of a row's error c at the start of a step if a step removes the share β of it. A gap remains
  // whole, and so do the errors of springs and motors, which are forces and velocities.
  double remaining(double c, double share) const {
    if (is_spring || is_motor) return c;
    return is_limit() ? c - (1 - share) * violation(c) : share * c;
  }
  // The part of c that violates the row: zero for a limit that holds.
  double violation(double c) const {
    if (lower_bound == 0) return std::min(c, 0.);
    if (upper_bound == 0) return std::max(c, 0.);
    return slack > 0 && c > 0 ? std::max(c - slack, 0.) : c;
  }
};

}  // namespace simbench::rigid

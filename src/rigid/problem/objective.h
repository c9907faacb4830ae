// The energies, errors and momenta of poses, multipliers and states, for the metrics.
#pragma once

#include <algorithm>
#include <optional>

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

// ½ ‖X ⊖ X̃‖²_M/h² [J].
double inertial(const StepProblem& problem, const Poses& poses);
// Σ ½ |c|²/α over the compliant rows, and |force| |c| of motors at the bound of their force [J].
double constraint(const StepProblem& problem, const Poses& poses);
inline double objective(const StepProblem& problem, const Poses& poses) {
  return inertial(problem, poses) + constraint(problem, poses);
}

// The part of c that violates the constraint: zero for an inequality that holds.
template <int rows, int body_count>
Eigen::Matrix<double, rows, 1> violation(const ConstraintBase<rows, body_count>& constraint,
                                         const Eigen::Matrix<double, rows, 1>& error) {
  return error.unaryExpr([&](double c) { return constraint.violation(c); });
}

// 2-norm of the errors of hard rows with the given measure; of all hard rows if `measure` is empty. The error
// of a motor is not one of its joint, so it is left out.
double hard_error(const Constraints& constraints, const Poses& poses,
                  std::optional<Measure> measure = Measure::length);
inline double hard_error(const StepProblem& problem, const Poses& poses) {
  return hard_error(problem.constraints, poses);
}
inline double angular_error(const StepProblem& problem, const Poses& poses) {
  return hard_error(problem.constraints, poses, Measure::angle);
}
inline double volume_error(const StepProblem& problem, const Poses& poses) {
  return hard_error(problem.constraints, poses, Measure::volume);
}

// The largest overlap of two bodies at a contact, at least 0; empty if there are no contacts [m].
std::optional<double> penetration(const StepProblem& problem, const Poses& poses);
// The largest |c| of the joints of points (point, distance, axial), compliant or hard [m].
double largest_stretch(const StepProblem& problem, const Poses& poses);
// The norm of Λ − Π(Λ − (K + α̃)⁻¹ (c + α̃ Λ)) over the constraints of one measure, where Π clamps to the
// bounds. Zero if all conditions of the solution hold except M (X ⊖ X̃) = Jᵀ Λ [kg m for lengths, kg m² for
// angles].
double projected_residual(const StepProblem& problem, const Poses& poses, const VectorX<double>& multipliers,
                          Measure measure);
// The same over all constraints, with the norm √(Δᵀ K Δ) of each, so that rows of all measures count alike
// [√kg m].
double projected_residual(const StepProblem& problem, const Poses& poses, const VectorX<double>& multipliers);
// ‖Λ − Λ*‖/‖Λ*‖ over the constraints of one measure; empty if Λ* is zero.
std::optional<double> multiplier_error(const Constraints& constraints, const VectorX<double>& multipliers,
                                       const VectorX<double>& exact, Measure measure);
// ½ ‖X ⊖ Y‖²_M with M at Y [kg m²].
double half_square_distance(const StepProblem& problem, const Poses& X, const Poses& Y);

// Σ m v [kg m/s], and Σ x × m v + I ω about the origin [kg m²/s], over the bodies that move.
Vector3<double> linear_momentum(const std::vector<Inertia>& inertias, const State& state);
Vector3<double> angular_momentum(const std::vector<Inertia>& inertias, const State& state);
// Σ ½ m |v|² + ½ ω·I ω, and −Σ m g·x [J].
double kinetic_energy(const std::vector<Inertia>& inertias, const State& state);
double potential_energy(const std::vector<Inertia>& inertias, const State& state,
                        const Vector3<double>& gravity);

}  // namespace simbench::rigid

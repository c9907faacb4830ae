// The residuals of positions q and multipliers λ in XPBD's two equations (Macklin et al. 2016, Eq. 8 and 9;
// Ledwon 2024, Eq. 3.46 and 3.47): g = M (q − q̃) − Jᵀ λ and r = C + α̃ λ with α̃ = α/h². Because
// h² ∇f = g + Jᵀ α̃⁻¹ r, r = 0 means that ∇f = g/h². XPBD's sweeps reduce r and ignore g, so they can end
// where ∇f is not zero.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "deformable/solvers/kernels/constraint_system.h"
#include "deformable/solvers/solver.h"

namespace simbench {

// The constraints of one potential with their multipliers λ, elements × constraints.
template <class Real>
struct ConstraintState {
  std::unique_ptr<ConstraintSystem<Real>> system;
  Reduced<Real> multipliers;
  // Memory for look_at().
  Reduced<Real> residuals = {};  // C, then r
  Reduced<Real> forces = {};     // −λ/h²
};

// Replaces C by r = C + α̃ λ. r is set to 0 for an inequality that holds with a zero multiplier, and for a
// constraint that cannot be solved because its C is not finite. Returns the number of constraints that cannot
// be solved.
template <class Real>
Index multiplier_residuals(const ConstraintSystem<Real>& system, const Reduced<Real>& multipliers,
                           Real time_step, Reduced<Real>& C) {
  Index left_out = 0;
  const Real square = time_step * time_step;
  for (Index i = 0; i < C.size(); ++i) {
    Real& value = C.data()[i];
    const bool is_solvable = std::isfinite(value);
    left_out += !is_solvable;
    const Real multiplier = multipliers.data()[i];
    const bool holds = system.is_inequality() && value >= 0 && multiplier == 0;
    value = is_solvable && !holds ? value + multiplier / (square * system.stiffnesses().data()[i]) : 0;
  }
  return left_out;
}

// λ = −α̃⁻¹ C(q), for which r = 0: the forces of the constraints at q. λ is 0 where C is not finite and for
// inequalities that hold.
template <class Real>
Reduced<Real> natural_multipliers(const ConstraintSystem<Real>& system, const Positions<Real>& positions,
                                  Real time_step) {
  Reduced<Real> multipliers(system.stiffnesses().rows(), system.stiffnesses().cols());
  system.values(positions, multipliers);
  const Real square = time_step * time_step;
  for (Index i = 0; i < multipliers.size(); ++i) {
    Real& value = multipliers.data()[i];
    const bool holds = system.is_inequality() && value >= 0;
    value = std::isfinite(value) && !holds ? -square * system.stiffnesses().data()[i] * value : 0;
  }
  return multipliers;
}

// Σ r²/(2α) [J] of constraints that are not hard; infinite if a constraint is infinite. Replaces C by r.
template <class Real>
Real multiplier_energy(const ConstraintState<Real>& state, Real time_step, Reduced<Real>& C) {
  if (multiplier_residuals(*state.system, state.multipliers, time_step, C) > 0)
    return std::numeric_limits<Real>::infinity();
  return (C.array().square() * state.system->stiffnesses().array()).sum() / 2;
}

// The sum of these energies over all constraints that are not hard; hard constraints have no energy.
template <class Real>
Real multiplier_energy(const IncrementalPotential<Real>& problem,
                       const std::vector<ConstraintState<Real>>& constraints,
                       const Positions<Real>& positions) {
  Real energy = 0;
  for (const ConstraintState<Real>& state : constraints) {
    if (state.system->is_hard()) continue;
    Reduced<Real> C(state.multipliers.rows(), state.multipliers.cols());
    state.system->values(positions, C);
    energy += multiplier_energy(state, problem.time_step, C);
  }
  return energy;
}

// g/h² [N].
template <class Real>
Positions<Real> gradient_residual(const IncrementalPotential<Real>& problem,
                                  const std::vector<ConstraintState<Real>>& constraints,
                                  const Positions<Real>& positions) {
  const Real square = problem.time_step * problem.time_step;
  Positions<Real> gradient(3, problem.vertex_count());
  problem.inertial_and_gradient(positions, gradient);
  for (const ConstraintState<Real>& state : constraints)
    state.system->add_transposed(positions, state.multipliers / -square, gradient);
  problem.zero_held(gradient);
  return gradient;
}

template <class Real>
void report_residuals(const IncrementalPotential<Real>& problem,
                      const std::vector<ConstraintState<Real>>& constraints, const Positions<Real>& positions,
                      IterationReport& report) {
  report.diagnostics.set("multiplier_residual",
                         std::sqrt(multiplier_energy(problem, constraints, positions)));  // [√J]
  report.diagnostics.set("gradient_residual", gradient_residual(problem, constraints, positions).norm());
}

// Does what report_residuals() does and also adds the gradient of each potential to `gradient`, which holds
// that of the inertial term, and sets the energy of each: each element of the body is visited once, because
// all need the rotation of its F. Each number has the bits that the functions above and the potentials'
// add_gradient() give. The constraints are those of all potentials; `residual` is memory for g/h².
void look_at(const IncrementalPotential<double>& problem, std::vector<ConstraintState<double>>& constraints,
             const Positions<double>& positions, Positions<double>& gradient, std::vector<double>& energies,
             Positions<double>& residual, IterationReport& report);

}  // namespace simbench

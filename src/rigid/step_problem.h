// A time step of rigid bodies (Waterson 2026, Ch. 4): prediction X̃ by inertia alone, then poses X that satisfy the constraints, then
// velocities. The poses wanted are those of Gauss's principle,
//
//   X* = argmin ½ ‖X ⊖ X̃‖²_M/h² + Σ ½ |c|²/α   subject to c = 0 of hard rows (c ≥ 0 of contacts),
//
// where M (X ⊖ X̃) = Jᵀ Λ and c + α̃ Λ = 0 with α̃ = α/h² and multipliers Λ [kg m], h² times forces.
#pragma once

#include <optional>

#include "rigid/system.h"

namespace simbench::rigid {

// How a free body turns in the prediction: as if no gyroscopic torque acted; with its torque at the step's beginning, or by one Newton step
// of implicit Euler; or so that the angular momentum is kept.
enum class Gyroscopic { none, explicit_torque, implicit_torque, momentum };

template <class Real>
struct StepProblem {
  Real time_step = 0;                   // h [s]
  Poses<Real> previous;                 // X_n
  Poses<Real> predicted;                // X̃
  std::vector<Inertia<Real>> inertias;  // of each body
  Constraints<Real> constraints;
  std::vector<Displacement<Real>> velocities;     // at X_n
  Vector3<Real> gravity = Vector3<Real>::Zero();  // [m/s²]

  Real scaled(Real compliance) const { return compliance / (time_step * time_step); }  // α̃
};

struct Prediction {
  StepProblem<double> problem;
  std::vector<Displacement<double>> velocities;  // ṽ, ω̃
};

Prediction predict(const System& system, const State& state, double time_step, Gyroscopic gyroscopic);

// Where angular velocities after a step come from: ω = ω̃ + log(q q̃⁻¹)/h (Eq. 4.41), or ω = log(q q_n⁻¹)/h, the whole turn.
enum class VelocityRule { increment, pose };

// The state after a step that ended in `poses`, with v = ṽ + (x − x̃)/h.
State advanced(const Prediction& prediction, const Poses<double>& poses,
               VelocityRule rule = VelocityRule::increment);

}  // namespace simbench::rigid

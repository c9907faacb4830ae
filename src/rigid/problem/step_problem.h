// A time step of rigid bodies (Waterson 2026, Ch. 4): first a prediction X̃ without constraints, then poses X
// that satisfy the constraints, then velocities. The exact poses follow from Gauss's principle,
//
//   X* = argmin ½ ‖X ⊖ X̃‖²_M/h² + Σ ½ |c|²/α   subject to c = 0 for hard rows (c ≥ 0 for contacts).
//
// They satisfy M (X ⊖ X̃) = Jᵀ Λ and c + α̃ Λ = 0 with α̃ = α/h². The multipliers Λ [kg m] are h² times
// forces.
#pragma once

#include <optional>

#include "rigid/problem/system.h"

namespace simbench::rigid {

// How a free body turns in the prediction: without gyroscopic torque; with the torque at the start of the
// step; by one Newton step of implicit Euler; or with constant angular momentum.
enum class Gyroscopic { none, explicit_torque, implicit_torque, momentum };

// The contacts that were found for a step, beside those of the last step.
struct Matches {
  std::vector<Index> last = {};  // of each contact: its number in the last step, or −1 if it is new
  Index last_count = 0;          // number of contacts in the last step
};
struct FoundContacts {
  std::vector<Contact> contacts = {};
  Matches matches = {};
};

struct StepProblem {
  double time_step = 0;           // h [s]
  Poses previous;                 // X_n
  Poses predicted;                // X̃
  std::vector<Inertia> inertias;  // one entry per body
  // Found contacts are the last ones.
  Constraints constraints;
  Matches found = {};
  std::vector<Displacement> velocities;               // v, ω at X_n
  std::vector<Displacement> predicted_velocities;     // ṽ, ω̃ at X̃
  Vector3<double> gravity = Vector3<double>::Zero();  // [m/s²]
  int substep = 0;                                    // number of the step in its frame, from 0

  double scaled(double compliance) const { return compliance / (time_step * time_step); }  // α̃
};

StepProblem predict(const System& system, const State& state, double time_step, Gyroscopic gyroscopic,
                    const FoundContacts& found = {});

// X ⊖ X_n of a body. Poses tell a turn up to whole turns; the one nearest to the prediction's is meant.
inline Displacement moved(const StepProblem& problem, const Poses& poses, std::size_t body) {
  Displacement result = difference(poses[body], problem.previous[body]);
  const Vector3<double> expected = problem.time_step * problem.predicted_velocities[body].angular;
  result.angular = with_turns(result.angular, expected);
  return result;
}
// X̃ ⊖ X_n of all bodies.
std::vector<Displacement> free_moves(const StepProblem& problem);

// The first body that would turn by more than half a turn in the step, and that joints or contacts turn by
// more or less. Poses tell such a change up to whole turns only, so that its velocity may be wrong. Empty if
// there is none.
std::optional<int> body_with_unknown_turns(const StepProblem& problem, const Poses& poses);

// The kinetic energy [J] that bodies have gained between X_n and X̃ by turning freely. Euler's equations keep
// it, so it is the error of the prediction.
double energy_of_free_turns(const StepProblem& problem);

// How angular velocities follow from a step: ω = ω̃ + log(q q̃⁻¹)/h (Eq. 4.41), or from the whole rotation, ω
// = log(q q_n⁻¹)/h.
enum class VelocityRule { increment, pose };

// Finds the velocities of a step that ends in `poses`; v = ṽ + (x − x̃)/h.
void find_velocities(const StepProblem& problem, const Poses& poses, VelocityRule rule,
                     std::vector<Displacement>& velocities);
// How many angles the state after a step has.
std::size_t angle_count(const Constraints& constraints);
// The state after this step, with the velocities that a solver has found or with those of the rule.
State state_at_end(const StepProblem& problem, const Poses& poses, std::vector<Displacement> velocities);
State advanced(const StepProblem& problem, const Poses& poses, VelocityRule rule = VelocityRule::increment);

}  // namespace simbench::rigid

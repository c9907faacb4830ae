#include "rigid/problem/restitution.h"

namespace simbench::rigid {

namespace {

struct Impact {
  const Contact* contact;
  Contact::Linear linear;  // at the end of the step
  double mobility;         // J M⁻¹ Jᵀ [1/kg]
  double wanted;           // target of the normal velocity [m/s]
  double lower_bound;      // of j: −Λ_n/h [kg m/s]
  double impulse = 0;      // j so far [kg m/s]
};

double normal_velocity(const Contact& contact, const Contact::Linear& linear,
                       const std::vector<Displacement>& velocities) {
  double sum = 0;
  for (int b = 0; b < 2; ++b) {
    const Displacement& own = velocities[contact.bodies[b]];
    sum += (linear.linear[b] * own.linear + linear.angular[b] * own.angular)[0];
  }
  return sum;
}

// Whether a contact that would have penetrated just touches at the end. The gaps [m] are those of X̃ and of
// the end.
bool has_closed(double predicted_gap, double gap) {
  return predicted_gap < 0 && std::abs(gap) < 1e-6 * -predicted_gap;
}

}  // namespace

void apply_restitution(const System& system, const StepProblem& problem, const VectorX<double>& multipliers,
                       State& state, RestitutionPass pass) {
  if (pass == RestitutionPass::none) return;
  std::vector<Impact> impacts;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (std::is_same_v<Constraint, Contact>) {
      const auto before = linearised(constraint, problem.predicted);
      const auto linear = linearised(constraint, state.poses);
      if (!(multipliers[row] > 0) && !has_closed(before.error[0], linear.error[0])) return;
      const double incoming = normal_velocity(constraint, before, problem.predicted_velocities);
      // A body that has fallen for two steps has just this speed, and its corners must not differ by
      // rounding.
      constexpr double fast = 2 * (1 + 1e-9);
      const bool bounces = incoming < -fast * system.gravity.norm() * problem.time_step;
      const double mobility =
          linear.effective_inverse_mass(constraint.bodies, problem.inertias, state.poses)(0, 0);
      impacts.push_back({&constraint, linear, mobility, bounces ? -constraint.restitution * incoming : 0,
                         -multipliers[row] / problem.time_step});
    }
  });
  const int max_sweeps = pass == RestitutionPass::single ? 1 : 1000;
  double fastest = 0;  // [m/s]
  for (const Impact& impact : impacts) {
    const double own = normal_velocity(*impact.contact, impact.linear, state.velocities);
    fastest = std::max({fastest, std::abs(own), impact.wanted});
  }
  const double rounding = 1e-14 * fastest;
  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    double largest = 0;  // largest change of a velocity in this sweep [m/s]
    for (Impact& impact : impacts) {
      if (!(impact.mobility > 0)) continue;
      const double error = normal_velocity(*impact.contact, impact.linear, state.velocities) - impact.wanted;
      const double impulse = std::max(impact.lower_bound, impact.impulse - error / impact.mobility);
      const double change = impulse - impact.impulse;
      impact.impulse = impulse;
      largest = std::max(largest, std::abs(change) * impact.mobility);
      for (int b = 0; b < 2; ++b) {
        const int body = impact.contact->bodies[b];
        state.velocities[body] += problem.inertias[body].displacement_of(
            impact.linear.pull(b, Contact::Multipliers(change)), state.poses[body].orientation);
      }
    }
    if (largest <= rounding) return;
  }
}

}  // namespace simbench::rigid

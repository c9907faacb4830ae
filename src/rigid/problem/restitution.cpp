#include "rigid/problem/restitution.h"

namespace simbench::rigid {

namespace {

struct Impact {
  const Contact<double>* contact;
  Contact<double>::Linear linear;  // at the end of the step
  double mobility;                 // J M⁻¹ Jᵀ [1/kg]
  double wanted;                   // target of the normal velocity [m/s]
  double lower_bound;              // of j: −Λ_n/h [kg m/s]
  double impulse = 0;              // j so far [kg m/s]
};

double normal_velocity(const Contact<double>& contact, const Contact<double>::Linear& linear,
                       const std::vector<Displacement<double>>& velocities) {
  double sum = 0;
  for (int b = 0; b < 2; ++b) {
    const Displacement<double>& own = velocities[contact.bodies[b]];
    sum += (linear.linear[b] * own.linear + linear.angular[b] * own.angular)[0];
  }
  return sum;
}

}  // namespace

void apply_restitution(const System& system, const StepProblem<double>& problem,
                       const VectorX<double>& multipliers, State& state, RestitutionPass pass) {
  if (pass == RestitutionPass::none) return;
  std::vector<Impact> impacts;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (std::is_same_v<Constraint, Contact<double>>) {
      if (!(multipliers[row] > 0)) return;
      const auto before = linearised(constraint, problem.predicted);
      const double incoming = normal_velocity(constraint, before, problem.predicted_velocities);
      const bool bounces = incoming < -2 * system.gravity.norm() * problem.time_step;
      const auto linear = linearised(constraint, state.poses);
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
            impact.linear.pull(b, Contact<double>::Multipliers(change)), state.poses[body].orientation);
      }
    }
    if (largest <= rounding) return;
  }
}

}  // namespace simbench::rigid

// Implicit Euler (Ledwon 2024, Eq. 3.7): q̃ = q_n + h v_n + h² a, the weight is M/h², and
// v_{n+1} = (q_{n+1} − q_n)/h.
#pragma once

#include "deformable/problem/integrator.h"

namespace simbench {

class ImplicitEuler : public Integrator {
 public:
  static constexpr std::string_view name = "implicit_euler";
  static constexpr std::string_view summary = "q~ = q + h v + h^2 a, then v = (q' - q)/h";
  static constexpr StepFormula formula = StepFormula::none;

  using Integrator::Integrator;

 protected:
  void pose(const State& state, IncrementalPotential<double>& problem) const override {
    problem.inertial_positions =
        state.positions + time_step() * state.velocities + time_step() * time_step() * problem.accelerations;
  }
};

}  // namespace simbench

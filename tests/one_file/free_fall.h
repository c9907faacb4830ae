// Positions go on at constant velocity within a step, and gravity acts on the velocity alone. An example of an integrator.
#pragma once

#include "problem/integrator.h"

namespace simbench {

class FreeFall final : public Integrator {
 public:
  static constexpr std::string_view name = "free_fall";
  static constexpr std::string_view summary = "q~ = q + h v, and gravity after the step";
  static constexpr StepFormula formula = StepFormula::none;

  using Integrator::Integrator;

 private:
  void pose(const State& state, IncrementalPotential<double>& problem) const override {
    const double h = time_step();
    problem.inertial_positions = state.positions + h * state.velocities;
    problem.velocity_origin = state.positions - h * h * problem.accelerations;
  }
};

}  // namespace simbench

// Within a step, positions move at constant velocity; gravity changes only the velocity. An example of an
// integrator.
#pragma once

#include "deformable/problem/integrator.h"

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

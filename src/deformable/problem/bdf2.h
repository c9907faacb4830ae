// The second backward differentiation formula (Curtiss and Hirschfelder 1952) for q' = v, M v' = f. With s =
// 2h/3, x̂ = (4 x_n − x_{n−1})/3 and q̃ = q̂ + s v̂ + s² a, a step is the same minimisation as in implicit
// Euler with the weight M/s², and v_{n+1} = (q_{n+1} − q̂)/s. The first step is a step of implicit Euler. The
// order is 2.
#pragma once

#include "deformable/problem/implicit_euler.h"

namespace simbench {

class Bdf2 final : public ImplicitEuler {
 public:
  static constexpr std::string_view name = "bdf2";
  static constexpr std::string_view summary = "second backward differentiation formula; implicit Euler first";

  using ImplicitEuler::ImplicitEuler;

 private:
  void pose(const State& state, IncrementalPotential<double>& problem) const override {
    if (state.earlier_positions.size() == 0) return ImplicitEuler::pose(state, problem);
    const double s = 2 * time_step() / 3;
    problem.time_step = s;
    problem.velocity_origin = (4 * state.positions - state.earlier_positions) / 3;
    problem.inertial_positions = problem.velocity_origin +
                                 s * (4 * state.velocities - state.earlier_velocities) / 3 +
                                 s * s * problem.accelerations;
  }
};

}  // namespace simbench

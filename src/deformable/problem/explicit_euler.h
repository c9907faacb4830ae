// Explicit Euler (Ledwon 2024, after Eq. 3.2): q_{n+1} = q_n + h v_n, v_{n+1} = v_n + h (a − M⁻¹∇ψ(q_n)).
// Without damping it is never stable.
#pragma once

#include "deformable/problem/implicit_euler.h"

namespace simbench {

class ExplicitEuler final : public ImplicitEuler {
 public:
  static constexpr std::string_view name = "explicit_euler";
  static constexpr std::string_view summary = "q' = q + h v, and v = v + h M^-1 f(q) of the old q";
  static constexpr StepFormula formula = StepFormula::explicit_euler;

  using ImplicitEuler::ImplicitEuler;

 private:
  void pose(const State& state, IncrementalPotential<double>& problem) const override {
    ImplicitEuler::pose(state, problem);
    // v_{n+1} is not (q_{n+1} − q_n)/h. The origin of the velocity follows from h v_{n+1} = q_{n+1} − q_n +
    // h² a − h² M⁻¹∇ψ(q_n).
    const double square = time_step() * time_step();
    Positions<double> gradient = Positions<double>::Zero(3, state.positions.cols());
    problem.add_constraint_gradient(state.positions, gradient);
    problem.velocity_origin = state.positions +
                              square * gradient * problem.masses.cwiseInverse().asDiagonal() -
                              square * problem.accelerations;
    for (const int vertex : problem.held_vertices)  // held vertices have no acceleration
      problem.velocity_origin.col(vertex) = state.positions.col(vertex);
  }
};

}  // namespace simbench

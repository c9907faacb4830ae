// Statics: each step is a step of implicit Euler from rest, q̃ = q_n + h² a. It minimises ψ − Σ m a·q + ‖q −
// q_n‖²_M/(2h²), which makes it the proximal point algorithm (Rockafellar 1976): the sum of the first two
// terms never rises, and the steps converge to an equilibrium. A larger h needs fewer steps.
#pragma once

#include "deformable/problem/implicit_euler.h"

namespace simbench {

class QuasiStatic final : public ImplicitEuler {
 public:
  static constexpr std::string_view name = "quasi_static";
  static constexpr std::string_view summary = "implicit Euler from rest in each step, towards an equilibrium";

  using ImplicitEuler::ImplicitEuler;

 private:
  void pose(const State& state, IncrementalPotential<double>& problem) const override {
    ImplicitEuler::pose({state.positions, Positions<double>::Zero(3, state.positions.cols())}, problem);
  }
};

}  // namespace simbench

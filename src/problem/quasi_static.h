// Statics: each step is one of implicit Euler from rest, q̃ = q_n + h² a. It minimises ψ − Σ m a·q + ‖q − q_n‖²_M/(2h²), the proximal point
// algorithm (Rockafellar 1976): the first two terms rise in no step, and steps end in an equilibrium; the larger h, the fewer it takes.
#pragma once

#include "problem/implicit_euler.h"

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

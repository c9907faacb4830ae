// The reference solver: one iteration is one full step of Newton's method on the conditions of the solution
// (optimality.h), starting at X̃ and Λ = 0. For a linear system, the first iteration gives the solution. Far
// from the solution, steps may lead to another solution or diverge. It declines inequalities.
#pragma once

#include "rigid/solvers/newton_solver.h"

namespace simbench::rigid {

struct DirectSettings final : SolverSettings {
  void describe(config::Fields&) override {}
};

class Direct final : public NewtonSolver {
 public:
  static constexpr std::string_view name = "direct";
  static constexpr std::string_view summary =
      "Newton's method on the conditions of the solution, by a sparse factorisation";
  using Settings = DirectSettings;
  static Declines declines(const Constraints<double>& constraints, const Settings&) {
    return declines_inequalities(constraints);
  }

  Direct() = default;
  explicit Direct(const Settings&) {}
  // Stops with not_spd if hard constraints are redundant.
  IterationReport iterate() override {
    if (conditions_->step(poses_, multipliers_)) return {};
    return {.stop = conditions_->failure_of_step(poses_, multipliers_)};
  }
};

}  // namespace simbench::rigid

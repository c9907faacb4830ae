// The reference solver: one iteration is one full step of Newton's method on the conditions of the solution
// (optimality.h), starting at X̃ and Λ = 0. For a linear system, the first iteration gives the solution.
// Inequalities follow the primal–dual active set method (Hintermüller, Ito and Kunisch 2002): before each
// step they get the conditions that the last one implies. Far from the solution, steps may lead to another
// solution or diverge. It has no friction.
#pragma once

#include "rigid/problem/friction.h"
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
  static Declines declines(const Constraints& constraints, const Settings&) {
    return declines_friction(constraints);
  }

  Direct() = default;
  explicit Direct(const Settings&) {}
  // Stops with not_spd if constraints are redundant and all are equations. With inequalities, redundant rows
  // are common, such as four contacts under a box; then they get a small proximal term.
  IterationReport iterate() override {
    conditions_->correct_rows(poses_, multipliers_);
    if (conditions_->step(poses_, multipliers_)) return {};
    if (problem_->constraints.has_inequalities() &&
        conditions_->proximal_step(conditions_->small_weights(), poses_, multipliers_))
      return {};
    return {.stop = conditions_->failure_of_step(poses_, multipliers_)};
  }
};

}  // namespace simbench::rigid

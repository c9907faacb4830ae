// The reference player: one iteration is one full step of Newton's method on the conditions of the solution (optimality.h), from X̃ and
// Λ = 0. On a linear system the first one is the solution. Far from it steps may lead to another solution, or away. Not for inequalities.
#pragma once

#include "rigid/optimality.h"
#include "rigid/solver.h"

namespace simbench::rigid {

struct DirectSettings final : SolverSettings {
  void describe(config::Fields&) override {}
};

class Direct final : public Solver<double> {
 public:
  static constexpr std::string_view name = "direct";
  static constexpr std::string_view summary =
      "Newton's method on the conditions of the solution, by a sparse factorisation";
  using Settings = DirectSettings;
  static Declines declines(const Constraints<double>& constraints, const Settings&) {
    return declines_of_newton(constraints);
  }

  Direct() = default;
  explicit Direct(const Settings&) {}
  void begin_step(const StepProblem<double>& problem) override {
    start_at(problem);
    conditions_.emplace(problem);
  }
  // not_spd where constraints follow from others without compliance.
  std::optional<Status> iterate() override {
    if (!conditions_->step(poses_, multipliers_)) return Status::not_spd;
    return {};
  }

 private:
  std::optional<Optimality> conditions_;
};

}  // namespace simbench::rigid

// Richardson's iteration on constraints: it computes all corrections at the same poses and applies a fixed
// share of each. An example of a solver of rigid bodies with its own column.
#pragma once

#include "rigid/solvers/solver.h"

namespace simbench::rigid {

struct RichardsonSettings final : SolverSettings {
  double share = 0.3;
  void describe(config::Fields& fields) override {
    fields.number("share", share, {.doc = "applied share of each correction", .range = config::positive});
  }
};

class Richardson final : public Solver {
 public:
  static constexpr std::string_view name = "richardson";
  static constexpr std::string_view summary = "Richardson's iteration on constraints";
  using Settings = RichardsonSettings;
  static Declines declines(const Constraints&, const Settings&) { return {}; }

  explicit Richardson(const Settings& settings) : settings_(settings) {}
  std::optional<Failure> begin_step(const StepProblem& problem) override;
  IterationReport iterate() override;

 private:
  Settings settings_;
  std::vector<Displacement> displacements_;  // of this iteration
};

}  // namespace simbench::rigid

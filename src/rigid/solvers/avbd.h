// Augmented vertex block descent (Giles, Diaz and Yuksel 2025; Waterson 2026, Ch. 7). body_descent.h has the
// method.
#pragma once

#include "rigid/solvers/body_descent.h"

namespace simbench::rigid {

struct AvbdSettings final : SolverSettings, AvbdOptions {
  void describe(config::Fields& fields) override;
  Declines declines(const Constraints& constraints) const;
};

class Avbd final : public BodyDescent {
 public:
  static constexpr std::string_view name = "avbd";
  static constexpr std::string_view summary =
      "augmented VBD: bodies one after the other, with penalties and multipliers";
  using Settings = AvbdSettings;
  static Declines declines(const Constraints& constraints, const Settings& settings) {
    return settings.declines(constraints);
  }
  explicit Avbd(const AvbdOptions& options) : BodyDescent(options) {}
  IterationReport iterate() override {
    const double penalty = mean_penalty();
    improve_all();
    return {.diagnostics = {{"relaxation", options_.relaxation}, {"penalty", penalty}}};
  }
};

}  // namespace simbench::rigid

// Vertex block descent of rigid bodies: AVBD without multipliers (body_descent.h). All constraints must be
// compliant.
#pragma once

#include "rigid/solvers/body_descent.h"

namespace simbench::rigid {

struct VbdSettings final : SolverSettings {
  double relaxation = 1;  // ξ
  void describe(config::Fields& fields) override;
};

class Vbd final : public BodyDescent {
 public:
  static constexpr std::string_view name = "vbd";
  static constexpr std::string_view summary =
      "vertex block descent: one body after the other, compliant constraints";
  using Settings = VbdSettings;
  static Declines declines(const Constraints& constraints, const Settings& settings);
  explicit Vbd(const Settings& settings)
      : BodyDescent({.dual_update = false, .relaxation = settings.relaxation}) {}
  IterationReport iterate() override {
    improve_all();
    return {.diagnostics = {{"relaxation", options_.relaxation}}};
  }
};

}  // namespace simbench::rigid

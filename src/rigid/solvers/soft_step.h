// soft_substep.h has the method.
#pragma once

#include "rigid/solvers/soft_substep.h"

namespace simbench::rigid {

struct SoftStepSettings final : SolverSettings, SoftOptions {
  static constexpr std::string_view name = "soft_step";
  static constexpr std::string_view summary =
      "soft constraints with substeps and a relaxing sweep, as in Box2D v3";
  void describe(config::Fields& fields) override { describe_members(fields); }
};

using SoftStep = NamedSoftSubstep<SoftStepSettings>;

}  // namespace simbench::rigid

// soft_substep.h has the method.
#pragma once

#include "rigid/solvers/soft_substep.h"

namespace simbench::rigid {

struct TgsSettings final : SolverSettings, SoftOptions {
  static constexpr std::string_view name = "tgs";
  static constexpr std::string_view summary =
      "as soft_step, with arms that turn and softer joints: tgs_soft of Solver2D";
  TgsSettings() {
    joint_share = 0.125;
    push = 4;
    levers = Levers::turning;
  }
  void describe(config::Fields& fields) override { describe_members(fields); }
};

using Tgs = NamedSoftSubstep<TgsSettings>;

}  // namespace simbench::rigid

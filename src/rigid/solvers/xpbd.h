// Gauss–Seidel that keeps the compliance of constraints: XPBD of rigid bodies (gauss_seidel.h).
#pragma once

#include "rigid/solvers/gauss_seidel.h"

namespace simbench::rigid {

struct XpbdSettings final : SweepSettings {
  static constexpr std::string_view name = "xpbd";
  static constexpr std::string_view summary = "Gauss-Seidel with compliance: XPBD of rigid bodies";
  XpbdSettings() { has_compliance = true; }
  void describe(config::Fields& fields) override;
};

using Xpbd = NamedGaussSeidel<XpbdSettings>;

}  // namespace simbench::rigid

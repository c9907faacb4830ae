// Gauss–Seidel over hard constraints: PBD of rigid bodies. It has ξ = 1 and no compliance
// (gauss_seidel.h).
#pragma once

#include "rigid/solvers/gauss_seidel.h"

namespace simbench::rigid {

struct GsSettings final : SweepSettings {
  static constexpr std::string_view name = "gs";
  static constexpr std::string_view summary = "Gauss-Seidel over hard constraints: PBD of rigid bodies";
  void describe(config::Fields& fields) override;
};

using Gs = NamedGaussSeidel<GsSettings>;

}  // namespace simbench::rigid

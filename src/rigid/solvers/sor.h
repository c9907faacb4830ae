// Gauss–Seidel with over-relaxation: ξ is a number, or a rule chooses it (gauss_seidel.h, relaxation.h).
#pragma once

#include "rigid/solvers/gauss_seidel.h"

namespace simbench::rigid {

struct SorSettings final : SweepSettings {
  static constexpr std::string_view name = "sor";
  static constexpr std::string_view summary = "Gauss-Seidel with over-relaxation, by a number or a rule";
  SorSettings() { rule = RelaxationRule::optimal; }
  void describe(config::Fields& fields) override;
};

using Sor = NamedGaussSeidel<SorSettings>;

}  // namespace simbench::rigid

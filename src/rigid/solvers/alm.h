// The augmented Lagrangian method, or method of multipliers (Waterson 2026, Sec. 7.1). One iteration: the minimum of
//
//   ½ ‖X ⊖ X̃‖²_M − Λᵀ c + ½ s |c|²
//
// at fixed Λ, by Newton's method to 1e-12 (damped where a full step does not help), then Λ −= s c. Rows with compliance end in c + α̃ Λ = 0, by the
// same proximal term 1/s. Violates: constraints, until Λ has converged. Not for inequalities.
#pragma once

#include "rigid/solvers/newton_solver.h"

namespace simbench::rigid {

struct AlmSettings final : SolverSettings {
  double penalty = 1;  // s [kg]
  void describe(config::Fields& fields) override;
};

class Alm final : public NewtonSolver {
 public:
  static constexpr std::string_view name = "alm";
  static constexpr std::string_view summary =
      "augmented Lagrangian: the whole inner problem by Newton's method, then the multipliers";
  using Settings = AlmSettings;
  static Declines declines(const Constraints<double>& constraints, const Settings&) {
    return declines_inequalities(constraints);
  }

  explicit Alm(const Settings& settings) : settings_(settings) {}
  // Stops as no_minimum where Newton does not reach the inner one.
  IterationReport iterate() override;

 private:
  // Newton's method at fixed multipliers. Empty, or why it does not get there.
  std::optional<Failure> minimise_inner();

  Settings settings_;
};

}  // namespace simbench::rigid

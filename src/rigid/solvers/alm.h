// The augmented Lagrangian method, or method of multipliers (Waterson 2026, Sec. 7.1). One iteration finds
// the minimum of
//
//   ½ ‖X ⊖ X̃‖²_M − Λᵀ c + ½ s |c|²
//
// at fixed Λ by Newton's method to 1e-12 (damped if a full step does not help), and then sets Λ −= s c. With
// the same proximal term 1/s, compliant rows converge to c + α̃ Λ = 0. Inequalities follow an active set,
// which the inner problem finds. Limitations: it violates constraints until Λ has converged, and has no
// friction.
#pragma once

#include "rigid/problem/friction.h"
#include "rigid/solvers/newton_solver.h"

namespace simbench::rigid {

struct AlmSettings final : SolverSettings {
  double penalty = 1;  // s [kg]
  double arm = 1;      // at which angles and volumes count as lengths (length_per_error) [m]
  void describe(config::Fields& fields) override;
};

class Alm final : public NewtonSolver {
 public:
  static constexpr std::string_view name = "alm";
  static constexpr std::string_view summary =
      "augmented Lagrangian: Newton on the inner problem, then the multipliers";
  using Settings = AlmSettings;
  static Declines declines(const Constraints& constraints, const Settings&) {
    return declines_friction(constraints);
  }

  explicit Alm(const Settings& settings) : settings_(settings) {}
  // Stops with no_minimum if Newton's method does not reach the inner minimum.
  IterationReport iterate() override;

 private:
  // The minimum at fixed multipliers. Both return the reason if Newton's method does not converge.
  std::optional<Failure> minimise_inner();
  std::optional<Failure> converge();  // with fixed conditions of the rows

  Settings settings_;
};

}  // namespace simbench::rigid

// Sequential impulses (Catto 2005), the solver of game engines: Gauss–Seidel on velocities, for hard
// constraints. J and K are those of X_n, and computed once a step. One iteration does, for each constraint in
// order,
//
//   Δj = −K⁻¹ (J v + β c(X_n)/h),   v += M⁻¹ Jᵀ Δj.
//
// The iterate is X_n ⊞ h v, and Λ = h j. Limitations: nonlinear constraints keep an error. With β < 1, a part
// of the old error also remains.
#pragma once

#include "rigid/solvers/linear_sweep.h"
#include "rigid/solvers/solver.h"

namespace simbench::rigid {

struct SequentialImpulsesOptions {
  double correction = 0.2;  // β, Baumgarte's fraction of the error that a step removes
  double warm_start = 0;    // w: v starts with the impulses w j of the last step
};

struct SequentialImpulsesSettings final : SolverSettings, SequentialImpulsesOptions {
  void describe(config::Fields& fields) override;
};

class SequentialImpulses final : public Solver {
 public:
  static constexpr std::string_view name = "si";
  static constexpr std::string_view summary =
      "sequential impulses: Gauss-Seidel on velocities, as in game engines";
  using Settings = SequentialImpulsesSettings;
  static Declines declines(const Constraints& constraints, const Settings& settings);

  explicit SequentialImpulses(const SequentialImpulsesOptions& options) : options_(options) {}
  std::optional<Failure> begin_step(const StepProblem& problem) override;
  IterationReport iterate() override;
  // Computes the poses from ΔX if it has changed. Engines do so once at the end of a step, not in a sweep, so
  // the time of an iteration does not contain it.
  const Poses& poses() const override;
  void list_memory(SolverMemory& memory) override { list_multipliers(memory, options_.warm_start); }
  bool has_compliance() const override { return false; }

 private:
  SequentialImpulsesOptions options_;
  LinearSweep sweep_;               // ΔX = h v
  mutable bool has_moved_ = false;  // since the poses were computed
};

}  // namespace simbench::rigid

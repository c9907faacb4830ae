// Sequential impulses (Catto 2005), the solver of game engines: Gauss–Seidel on velocities. J and K are those of X_n throughout, and one
// iteration is, for each constraint in order,
//
//   Δj = −K⁻¹ (J v + β c(X_n)/h),   v += M⁻¹ Jᵀ Δj.
//
// The iterate is X_n ⊞ h v, and Λ = h j. Violates: constraints where they are not linear; with β < 1 it leaves a part of the old error.
#pragma once

#include "rigid/solver.h"

namespace simbench::rigid {

struct SequentialImpulsesSettings {
  double correction = 1;  // β, Baumgarte's share of the error that a step takes away
};

template <class Real>
class SequentialImpulses final : public Solver<Real> {
 public:
  explicit SequentialImpulses(const SequentialImpulsesSettings& settings) : settings_(settings) {}
  void begin_step(const StepProblem<Real>& problem) override;
  std::optional<Status> iterate() override;

 private:
  SequentialImpulsesSettings settings_;
  std::vector<Displacement<Real>> moves_;  // h v
};

}  // namespace simbench::rigid

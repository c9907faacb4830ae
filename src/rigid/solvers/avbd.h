// Augmented vertex block descent (Giles, Diaz and Yuksel 2025; Waterson 2026, Ch. 7), with one multiplier a row. One iteration: for each
// body in order, with f = Λ − s c at the pose of that moment,
//
//   g = ∇ ½‖X ⊖ X̃‖²_M − Σ J_bᵀ f,   H = diag(m, I) + Σ s J_bᵀ J_b,   X_b ⊞= −ξ H⁻¹ g,
//
// and after all bodies Λ −= s c of every constraint. Without the last line it is the inner iteration alone, block coordinate descent on
// springs of stiffness s/h². Violates: momentum within an iteration; the curvature of constraints is left out of H.
#pragma once

#include "rigid/solver.h"

namespace simbench::rigid {

struct AvbdSettings {
  double penalty = 1;       // s, of every row [kg]
  double relaxation = 1;    // ξ
  bool dual_update = true;  // Λ −= s c
};

template <class Real>
class Avbd final : public Solver<Real> {
 public:
  explicit Avbd(const AvbdSettings& settings) : settings_(settings) {}
  void begin_step(const StepProblem<Real>& problem) override;
  std::optional<Status> iterate() override;

 private:
  // A constraint of a body: constraint `index` of run `run`, in which it is body number `place`.
  struct Use {
    int run, index, place;
    Index row;
  };
  void improve(int body);

  AvbdSettings settings_;
  std::vector<std::vector<Use>> uses_;  // of each body
};

}  // namespace simbench::rigid

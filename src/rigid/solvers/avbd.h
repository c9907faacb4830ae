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

// Where the penalty s of a row comes from: one number; a share κ of the effective mass of the two bodies, κ/(1/m_i + 1/m_j); 1/α̃ of rows with
// compliance (with no dual update: vertex block descent, for such rows alone).
enum class PenaltyRule { number, effective_mass, compliance };

struct AvbdSettings {
  PenaltyRule rule = PenaltyRule::number;
  double penalty = 1;  // s [kg], or κ
  double ramp = 0;  // β: s += β h² |c| after each iteration, up to 1/α̃ [kg/(s² m)] (Giles et al. 2025)
  double relaxation = 1;    // ξ
  bool dual_update = true;  // Λ −= s c
};

template <class Real>
class Avbd final : public Solver<Real> {
 public:
  explicit Avbd(const AvbdSettings& settings) : settings_(settings) {}
  void begin_step(const StepProblem<Real>& problem) override;
  std::optional<Status> iterate() override;
  const VectorX<Real>& penalties() const { return penalties_; }

 private:
  // A constraint of a body: constraint `index` of run `run`, in which it is body number `place`.
  struct Use {
    int run, index, place;
    Index row;
  };
  void find_penalties();
  void improve(int body);

  AvbdSettings settings_;
  VectorX<Real> penalties_;             // s of each row
  std::vector<std::vector<Use>> uses_;  // of each body
};

}  // namespace simbench::rigid

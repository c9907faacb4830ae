// Damped Newton steps that approach the solution of a step from far away.
#pragma once

#include "rigid/problem/optimality.h"

namespace simbench::rigid {

// Each step solves the conditions of optimality.h with σ M added to their Hessian, like a proximal term. With
// σ → 0 it is Newton's step. With a large σ it is short and goes downhill, even where the constraints'
// curvature makes the Hessian indefinite. σ grows until the step lowers the merit function
//
//   ½ ‖X ⊖ X̃‖²_M + Σ ½ |c|²/α̃ (compliant rows) + ν Σ |c|/√K (hard rows),   ν > √K |Λ| of each row,
//
// and shrinks after each such step. The solutions of the step are minima of this exact penalty function
// (Nocedal and Wright 2006, Ch. 15 and 18).
class Approach {
 public:
  // The arguments must outlive this object.
  Approach(const StepProblem& problem, Optimality& conditions);

  // Tries `trials` steps. Returns false if no step lowers the merit function any more.
  bool try_steps(int trials, Poses& poses, VectorX<double>& multipliers);

 private:
  double merit(const Poses& poses) const;
  void raise_penalty(const VectorX<double>& multipliers);

  const StepProblem& problem_;
  Optimality& conditions_;
  VectorX<double> scales_;  // √K of each row at X̃ [1/√kg]
  double penalty_ = 0;      // ν [√kg m]
  double hold_ = 1;         // σ
};

}  // namespace simbench::rigid

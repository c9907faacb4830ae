// A way to the solution of a step from far away: Newton's steps that are held back.
#pragma once

#include "rigid/optimality.h"

namespace simbench::rigid {

// Each step solves the conditions with σ M added to their Hessian, as a proximal term does: with σ → 0 it is Newton's, with a large σ it is short and
// goes downhill also where the constraints' curvature has made the Hessian indefinite. σ is raised until the step lowers
//
//   ½ ‖X ⊖ X̃‖²_M + Σ ½ |c|²/α̃ (compliant rows) + ν Σ |c|/√K (hard rows),   ν above √K |Λ| of each row,
//
// which has its least values where the step has its solutions (Nocedal and Wright 2006, Ch. 15 and 18), and lowered again where it does.
class Approach {
 public:
  // Both must outlive it.
  Approach(const StepProblem<double>& problem, Optimality& conditions);

  // Tries so many steps. False if it is stuck: no step lowers the merit.
  bool go(int trials, Poses<double>& poses, VectorX<double>& multipliers);

 private:
  double merit(const Poses<double>& poses) const;
  void raise_price(const VectorX<double>& multipliers);

  const StepProblem<double>& problem_;
  Optimality& conditions_;
  VectorX<double> scales_;  // √K of each row at X̃ [1/√kg]
  double price_ = 0;        // ν [√kg m]
  double hold_ = 1;         // σ
};

}  // namespace simbench::rigid

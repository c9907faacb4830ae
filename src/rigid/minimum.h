// The solution X*, Λ* of a step, by Newton's method on its optimality conditions
//
//   ∇ ½‖X ⊖ X̃‖²_M − Jᵀ Λ = 0,   c + α̃ Λ = 0,
//
// begun where Gauss–Seidel with compliance has converged: from X̃ full steps can leave for another solution. Derivatives of Jᵀ Λ and of the
// inertial gradient are central differences, whose error of 1e-9 costs a digit an iteration at most, and no type of constraint has to
// know its second derivatives. Inequalities are not taken.
#pragma once

#include "rigid/step_problem.h"

namespace simbench::rigid {

struct Minimum {
  Poses<double> poses;
  VectorX<double> multipliers;  // [kg m]
  double objective = 0;         // f* = ½‖X ⊖ X̃‖²_M/h² + Σ ½ |c|²/α [J]
  double residual = 0;          // 2-norm of both conditions, over that of X̃ and Λ = 0
};

// Empty if Newton finds none, as where constraints contradict one another.
std::optional<Minimum> find_minimum(const StepProblem<double>& problem);

}  // namespace simbench::rigid

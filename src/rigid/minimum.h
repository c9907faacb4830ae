// The solution X*, Λ* of a step: Newton's method on its conditions (optimality.h), begun where Gauss–Seidel with compliance has
// converged, because from X̃ full steps can leave for another solution.
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

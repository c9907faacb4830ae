// The solution X*, Λ* of a step: Newton's method on its conditions (optimality.h), begun where sweeps of Gauss–Seidel with compliance have
// come near it, because from X̃ full steps can leave for another solution; of linear constraints by one sparse solve.
#pragma once

#include "base/stop.h"
#include "rigid/step_problem.h"

namespace simbench::rigid {

struct Minimum {
  Poses<double> poses;
  VectorX<double> multipliers;  // of the problem's rows [kg m]; those of inequalities within their bounds
  double objective = 0;         // f* = ½‖X ⊖ X̃‖²_M/h² + Σ ½ |c|²/α [J]
  double residual = 0;          // 2-norm of the conditions, over that of X̃ and Λ = 0
  // False where constraints follow from others, so that Λ* is one of many, and where the referee takes a smoother form of a joint that has a kink
  // at the solution (an axis, a distance of zero), whose multipliers are then given as zero.
  bool has_unique_multipliers = true;
};

// Empty if there is none, as where constraints contradict one another, if none is found, and with friction, which has no minimum. Throws
// Stopped.
std::optional<Minimum> find_minimum(const StepProblem<double>& problem, const Stop& stop = {});

}  // namespace simbench::rigid

// The solution X*, Λ* of a step, by Newton's method on its conditions (optimality.h). Newton starts from an
// iterate of Gauss–Seidel with compliance, because full steps from X̃ can lead to another solution. A step
// with linear constraints takes one sparse solve.
#pragma once

#include "base/stop.h"
#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

struct Minimum {
  Poses poses;
  VectorX<double> multipliers;  // of the problem's rows [kg m]; zero for inequalities that are not active
  double objective = 0;         // f* = ½‖X ⊖ X̃‖²_M/h² + Σ ½ |c|²/α [J]
  double residual = 0;          // 2-norm of the conditions, divided by the norm at X̃ and Λ = 0
  // False if constraints are redundant: then Λ* is one of many solutions. Also false if the referee replaced
  // a joint that has a kink at the solution (an axis, a distance of zero) by a smooth form: then the joint's
  // multipliers are set to zero.
  bool has_unique_multipliers = true;
};

// Empty if there is no solution (for example, constraints contradict one another), if no solution was found,
// or if there is friction, because a step with friction is not a minimisation. Throws Stopped.
std::optional<Minimum> find_minimum(const StepProblem& problem, const Stop& stop = {});

}  // namespace simbench::rigid

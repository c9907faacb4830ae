// What the referee measures of poses and multipliers in a step.
#pragma once

#include "rigid/step_problem.h"

namespace simbench::rigid {

// ½ ‖X ⊖ X̃‖²_M/h² [J].
double inertial(const StepProblem<double>& problem, const Poses<double>& poses);
// Σ ½ |c|²/α over the rows with compliance [J].
double constraint(const StepProblem<double>& problem, const Poses<double>& poses);
inline double objective(const StepProblem<double>& problem, const Poses<double>& poses) {
  return inertial(problem, poses) + constraint(problem, poses);
}
// 2-norm of c of the rows without compliance [m, rad].
double hard_error(const StepProblem<double>& problem, const Poses<double>& poses);
// 2-norm of c + α̃ Λ of all rows.
double multiplier_residual(const StepProblem<double>& problem, const Poses<double>& poses,
                           const VectorX<double>& multipliers);
// ½ ‖X ⊖ Y‖²_M, M at Y [kg m²].
double half_square_distance(const StepProblem<double>& problem, const Poses<double>& X,
                            const Poses<double>& Y);

}  // namespace simbench::rigid

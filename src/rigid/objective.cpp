#include "rigid/objective.h"

#include "rigid/inertial_term.h"

namespace simbench::rigid {

double half_square_distance(const StepProblem<double>& problem, const Poses<double>& X,
                            const Poses<double>& Y) {
  double sum = 0;
  for (std::size_t b = 0; b < X.size(); ++b)
    sum += half_square(problem.inertias[b], Y[b].orientation, difference(X[b], Y[b]));
  return sum;
}

double inertial(const StepProblem<double>& problem, const Poses<double>& poses) {
  return half_square_distance(problem, poses, problem.predicted) / (problem.time_step * problem.time_step);
}

double constraint(const StepProblem<double>& problem, const Poses<double>& poses) {
  double sum = 0;
  problem.constraints.for_each([&](const auto& constraint, Index) {
    if (constraint.compliance > 0)
      sum += constraint.linearise(poses).error.squaredNorm() / (2 * constraint.compliance);
  });
  return sum;
}

double hard_error(const StepProblem<double>& problem, const Poses<double>& poses) {
  double sum = 0;
  problem.constraints.for_each([&](const auto& constraint, Index) {
    if (constraint.compliance == 0) sum += constraint.linearise(poses).error.squaredNorm();
  });
  return std::sqrt(sum);
}

double multiplier_residual(const StepProblem<double>& problem, const Poses<double>& poses,
                           const VectorX<double>& multipliers) {
  double sum = 0;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    sum += (constraint.linearise(poses).error +
            problem.scaled(constraint.compliance) * multipliers.segment<Constraint::rows>(row))
               .squaredNorm();
  });
  return std::sqrt(sum);
}

}  // namespace simbench::rigid

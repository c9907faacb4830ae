#include "rigid/minimum.h"

#include "rigid/objective.h"
#include "rigid/optimality.h"
#include "rigid/solvers/gauss_seidel.h"

namespace simbench::rigid {

namespace {

// Until its sweeps no longer lower the error, or a million of them.
void converge(GaussSeidel<double>& solver, const StepProblem<double>& problem) {
  solver.begin_step(problem);
  const double first = multiplier_residual(problem, solver.poses(), solver.multipliers());
  double least = std::numeric_limits<double>::infinity();
  for (int since = 0, sweep = 0; since < 20 && sweep < 1000000; ++sweep, ++since) {
    solver.iterate();
    const double error = multiplier_residual(problem, solver.poses(), solver.multipliers());
    if (error < 0.9 * least) {
      least = error;
      since = 0;
    }
    if (least < 1e-6 * first) break;
  }
}

}  // namespace

std::optional<Minimum> find_minimum(const StepProblem<double>& problem) {
  GaussSeidel<double> start({.has_compliance = true});
  converge(start, problem);
  Optimality conditions(problem);
  Minimum minimum{start.poses(), start.multipliers()};
  const VectorX<double> none = VectorX<double>::Zero(minimum.multipliers.size());
  const double first = conditions.residual(problem.predicted, none).norm();
  if (first == 0) return Minimum{problem.predicted, none};
  double residual = conditions.residual(minimum.poses, minimum.multipliers).norm();
  constexpr int most = 50;
  for (int iteration = 0; iteration < most; ++iteration) {
    Minimum next = minimum;
    if (!conditions.step(next.poses, next.multipliers)) return {};
    const double left = conditions.residual(next.poses, next.multipliers).norm();
    if (!(left < residual)) break;
    minimum = std::move(next);
    residual = left;
  }
  minimum.residual = residual / first;
  if (!(minimum.residual < 1e-9)) return {};
  minimum.objective = objective(problem, minimum.poses);
  return minimum;
}

}  // namespace simbench::rigid

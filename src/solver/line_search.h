// Descent along a direction by backtracking with Armijo's condition (Nocedal and Wright 2006, Alg. 3.1; Ledwon 2024,
// Alg. 6 with its inequality put right), shared by qn and newton.
#pragma once

#include <cmath>

#include "solver/solver.h"

namespace simbench {

// The objective and its gradient at some positions, in solvers that descend.
template <class Real>
struct Iterate {
  Positions<Real> positions;
  Positions<Real> gradient;  // ∂f/∂q [N]
  Real objective = 0;        // [J]
};

// Tries q + α p for α = 1, β, β², … until f falls, and by at least c₁ α |∇fᵀp|; `trial` is then the new iterate. Stops
//  * as converged when the decrease that the direction promises is below the objective's own precision,
//  * as stalled when no α lowers f (an equal f is no decrease),
//  * as diverged when slope = ∇fᵀp or f is not finite.
// The gradient is taken in the same pass as the objective, because the first trial is nearly always the last.
template <class Real>
IterationReport descend(const ImplicitEulerProblem<Real>& problem, const Iterate<Real>& current,
                        const Positions<Real>& direction, Real slope, Iterate<Real>& trial) {
  constexpr Real beta = Real(0.5), c1 = Real(0.3), smallest = Real(1e-12), precision = Real(1e-14);
  IterationReport report;
  if (!std::isfinite(slope) || !std::isfinite(current.objective)) {
    report.stop = Status::diverged;
  } else if (-slope <= precision * std::abs(current.objective)) {
    report.stop = Status::converged;
  }
  if (report.stop) return report;

  report.evaluations = 0;
  for (Real alpha = 1; alpha >= smallest; alpha *= beta) {
    trial.positions = current.positions + alpha * direction;
    trial.objective = problem.objective_and_gradient(trial.positions, trial.gradient);
    ++*report.evaluations;
    if (trial.objective < current.objective && trial.objective <= current.objective + c1 * alpha * slope) {
      report.step_length = alpha;
      return report;
    }
  }
  report.stop = Status::stalled;
  return report;
}

}  // namespace simbench

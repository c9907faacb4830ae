// Backtracking line search with Armijo's condition (Nocedal and Wright 2006, Alg. 3.1; Ledwon 2024, Alg. 6
// with its inequality put right), shared by qn and newton.
#pragma once

#include <optional>

#include "problem/implicit_euler_problem.h"

namespace simbench {

// The objective and its gradient at the current positions, in solvers that descend.
template <class Real>
struct Iterate {
  Positions<Real> positions;
  Positions<Real> gradient;  // ∂f/∂q [N]
  Real objective = 0;        // [J]
};

struct LineSearchResult {
  std::optional<double> step_length;  // absent if none lowered the objective
  int evaluations = 0;                // of objective and gradient
};

// Tries q + α p for α = 1, β, β², …, until f falls, and by at least c₁ α |∇fᵀp|; `trial` then holds the new
// iterate. The gradient is taken in the same pass as the objective, because the first trial is nearly always
// the last.
template <class Real>
LineSearchResult backtrack(const ImplicitEulerProblem<Real>& problem, const Iterate<Real>& from,
                           const Positions<Real>& direction, Real slope, Iterate<Real>& trial) {
  constexpr Real beta = Real(0.5), c1 = Real(0.3), smallest = Real(1e-12);
  LineSearchResult result;
  for (Real alpha = 1; alpha >= smallest; alpha *= beta) {
    trial.positions = from.positions + alpha * direction;
    trial.objective = problem.objective_and_gradient(trial.positions, trial.gradient);
    ++result.evaluations;
    if (trial.objective < from.objective && trial.objective <= from.objective + c1 * alpha * slope) {
      result.step_length = alpha;
      break;
    }
  }
  return result;
}

// qn and newton have converged when the decrease that the direction promises is below the objective's own
// precision.
template <class Real>
bool converged(Real slope, Real objective) {
  return -slope <= Real(1e-14) * std::abs(objective);
}

}  // namespace simbench

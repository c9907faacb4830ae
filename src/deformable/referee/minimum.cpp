#include "deformable/referee/minimum.h"

#include <cmath>
#include <random>

#include "deformable/problem/stationarity.h"
#include "deformable/solvers/newton.h"

namespace simbench {

namespace {

Minimum minimise_from_start(const IncrementalPotential<double>& problem, int maximum_iterations,
                            const Stop& stop) {
  Newton<double> newton({});
  newton.begin_step(problem);
  Minimum minimum;
  while (minimum.iterations < maximum_iterations) {
    stop.throw_if_due();
    const IterationReport report = newton.iterate();
    if (report.stop) {
      minimum.status = report.stop->status;
      break;
    }
    ++minimum.iterations;
  }
  stop.throw_if_due();
  if (minimum.status == Status::converged || minimum.status == Status::stalled) {
    minimum.iterations += newton.polish();
    const Iterate<double>& end = newton.current();
    minimum.is_equilibrium = is_stationary(problem, end.positions, end.gradient, end.objective);
    minimum.is_stable = newton.is_stable();
  }
  minimum.positions = newton.current().positions;
  minimum.objective = newton.current().objective;
  minimum.gradient_norm = newton.current().gradient.norm();
  return minimum;
}

// Moves each vertex by up to `amplitude` [m] in a random direction, as far as the terms allow.
Positions<double> disturbed(const IncrementalPotential<double>& problem, const Positions<double>& positions,
                            double amplitude) {
  std::mt19937_64 random(1);
  Positions<double> step = amplitude * Positions<double>::NullaryExpr(3, positions.cols(), [&] {
                             return std::ldexp(static_cast<double>(random() >> 11), -52) - 1;
                           });
  problem.zero_held(step);
  return positions + problem.largest_step(positions, step) * step;
}

}  // namespace

// On symmetric meshes, Newton's method with a clamped Hessian can end at a saddle between bodies in contact,
// where the gradient is zero. It then goes on from a place beside it.
Minimum minimise(const IncrementalPotential<double>& problem, int maximum_iterations, const Stop& stop) {
  constexpr int most_attempts = 4;
  IncrementalPotential<double> from = problem;
  if (problem.terms.empty()) {
    from.start = StepStart::inertial;
    return minimise_from_start(from, maximum_iterations, stop);
  }
  Minimum minimum = minimise_from_start(from, maximum_iterations, stop);
  const Positions<double>& rest = problem.mesh->rest_positions;
  double amplitude = 1e-8 * (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
  for (int attempt = 1; attempt < most_attempts && minimum.is_equilibrium && !minimum.is_stable; ++attempt) {
    from.start = StepStart::previous;
    from.previous_positions = disturbed(problem, minimum.positions, amplitude);
    amplitude *= 100;
    const int before = minimum.iterations;
    minimum = minimise_from_start(from, maximum_iterations, stop);
    minimum.iterations += before;
  }
  return minimum;
}

Cost minimum_cost(const ProblemSize& size) {
  return Newton<double>::cost(size);
}

}  // namespace simbench

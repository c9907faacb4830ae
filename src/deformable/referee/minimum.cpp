#include "deformable/referee/minimum.h"

#include "deformable/problem/stationarity.h"
#include "deformable/solvers/newton.h"

namespace simbench {

Minimum minimise(const IncrementalPotential<double>& problem, int maximum_iterations, const Stop& stop) {
  IncrementalPotential<double> from_inertial = problem;
  from_inertial.start = StepStart::inertial;
  Newton<double> newton({});
  newton.begin_step(from_inertial);
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

Cost minimum_cost(const ProblemSize& size) {
  return Newton<double>::cost(size);
}

}  // namespace simbench

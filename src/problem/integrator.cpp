#include "problem/integrator.h"

#include <limits>

namespace simbench {

IncrementalPotential<double> ImplicitEuler::problem(std::shared_ptr<const TetMesh> mesh,
                                                    const VectorX<double>& masses, const State& state,
                                                    Potentials<double> potentials) const {
  IncrementalPotential<double> problem;
  problem.mesh = std::move(mesh);
  problem.masses = masses;
  problem.time_step = time_step;
  problem.previous_positions = state.positions;
  problem.inertial_positions = state.positions + time_step * state.velocities;
  problem.inertial_positions.colwise() += time_step * time_step * acceleration;
  problem.potentials = std::move(potentials);
  return problem;
}

IncrementalPotential<double> equilibrium_problem(std::shared_ptr<const TetMesh> mesh,
                                                 const VectorX<double>& masses,
                                                 const Positions<double>& start,
                                                 Potentials<double> potentials) {
  IncrementalPotential<double> problem;
  problem.mesh = std::move(mesh);
  problem.masses = masses;
  problem.time_step = std::numeric_limits<double>::infinity();
  problem.previous_positions = problem.inertial_positions = start;
  problem.potentials = std::move(potentials);
  return problem;
}

State ImplicitEuler::advanced(const State& state, const Positions<double>& positions) const {
  return {positions, (positions - state.positions) / time_step};
}

}  // namespace simbench

#include "problem/implicit_euler.h"

namespace simbench {

IncrementalPotential<double> ImplicitEuler::problem(std::shared_ptr<const TetMesh> mesh,
                                                    const VectorX<double>& masses, const State& state,
                                                    Potentials<double> potentials) const {
  IncrementalPotential<double> problem;
  problem.mesh = std::move(mesh);
  problem.masses = masses;
  problem.time_step = time_step_;
  problem.previous_positions = state.positions;
  problem.inertial_positions = state.positions + time_step_ * state.velocities;
  problem.inertial_positions.colwise() += time_step_ * time_step_ * acceleration_;
  problem.potentials = std::move(potentials);
  return problem;
}

State ImplicitEuler::advanced(const State& state, const Positions<double>& positions) const {
  return {positions, (positions - state.positions) / time_step_};
}

}  // namespace simbench

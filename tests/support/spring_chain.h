// Particles in a row, along x at distances of 1 m, each joined to the next by a spring of rest length 1 m.
#pragma once

#include "deformable/energy/potentials/springs.h"
#include "deformable/problem/incremental_potential.h"

namespace simbench::test {

// inertial_positions are the rest positions, until the test changes them.
inline IncrementalPotential<double> spring_chain(const VectorX<double>& masses, double stiffness,
                                                 double time_step) {
  const int count = static_cast<int>(masses.size());
  std::vector<std::array<int, 2>> pairs;
  for (int i = 0; i + 1 < count; ++i) pairs.push_back({i, i + 1});
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>();
  problem.masses = masses;
  problem.time_step = time_step;
  problem.inertial_positions = Positions<double>::Zero(3, count);
  for (int i = 0; i < count; ++i) problem.inertial_positions(0, i) = i;
  problem.previous_positions = problem.inertial_positions;
  problem.potentials = {std::make_shared<Springs::Batch<double>>(
      PairStencil(std::move(pairs), VectorX<double>::Ones(count - 1)), SpringParameters{stiffness})};
  return problem;
}

}  // namespace simbench::test

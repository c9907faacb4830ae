#include "tests/support/spring_chain.h"

#include "tests/support/potentials.h"

namespace simbench::test {

IncrementalPotential<double> particles_at_rest(const VectorX<double>& masses, double time_step,
                                               const Positions<double>& positions) {
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>();
  problem.masses = masses;
  problem.time_step = time_step;
  problem.inertial_positions = problem.previous_positions = positions;
  return problem;
}

IncrementalPotential<double> spring_chain(const VectorX<double>& masses, double stiffness, double time_step) {
  const int count = static_cast<int>(masses.size());
  std::vector<std::array<int, 2>> pairs;
  for (int i = 0; i + 1 < count; ++i) pairs.push_back({i, i + 1});
  Positions<double> row = Positions<double>::Zero(3, count);
  for (int i = 0; i < count; ++i) row(0, i) = i;
  IncrementalPotential<double> problem = particles_at_rest(masses, time_step, row);
  problem.potentials = {springs(std::move(pairs), VectorX<double>::Ones(count - 1), stiffness)};
  return problem;
}

}  // namespace simbench::test

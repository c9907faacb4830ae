#include "tests/support/beam_problem.h"

namespace simbench::test {

IncrementalPotential<double> twisted_beam(const BeamSettings& settings) {
  IncrementalPotential<double> problem;
  problem.mesh = beam_mesh(settings.cells, settings.split);
  problem.masses = lumped_masses(*problem.mesh, beam_density);
  problem.time_step = settings.time_step;
  problem.previous_positions = twisted(*problem.mesh, settings.twist_degrees);
  problem.inertial_positions = problem.previous_positions;
  problem.potentials = {material(settings.law, settings.stiffness)->potential(problem.mesh)};
  if (settings.anchored) {
    const std::vector<int> ends = end_vertices(*problem.mesh);
    const Positions<double> targets = twisted(*problem.mesh, settings.twist_degrees + 5)(Eigen::all, ends);
    problem.potentials.push_back(anchor_potential(ends, targets, settings.stiffness));
  }
  return problem;
}

IncrementalPotential<double> anchored_beam(const std::string& law) {
  BeamSettings settings;
  settings.law = law;
  settings.stiffness = 1e6;
  settings.anchored = true;
  return twisted_beam(settings);
}

double gradient_norm(const IncrementalPotential<double>& problem, const Positions<double>& positions) {
  Positions<double> gradient(3, positions.cols());
  problem.objective_and_gradient(positions, gradient);
  return gradient.norm();
}

}  // namespace simbench::test

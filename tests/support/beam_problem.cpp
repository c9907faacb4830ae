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
  return twisted_beam({.law = law, .stiffness = 1e6, .anchored = true});
}

std::string any_law_or_anchors() {
  std::vector<std::string_view> names = material_names();
  names.push_back("anchor");
  return std::string(GENERATE_COPY(from_range(names)));
}

std::shared_ptr<const Potential<double>> law_or_anchors(std::string_view name,
                                                        const std::shared_ptr<const TetMesh>& mesh) {
  if (name != "anchor") return material(name, 1e6)->potential(mesh);
  const std::vector<int> ends = end_vertices(*mesh);
  return anchor_potential(ends, mesh->rest_positions(Eigen::all, ends), 1e6);
}

Eigen::MatrixXd dense_hessian(const IncrementalPotential<double>& problem, const Positions<double>& positions,
                              const HessianForm& form) {
  BlockMatrix<double> hessian = problem.hessian_pattern();
  problem.hessian(positions, form, hessian);
  return Eigen::MatrixXd(hessian.matrix()).selfadjointView<Eigen::Lower>();
}

Positions<double> gradient_at(const IncrementalPotential<double>& problem,
                              const Positions<double>& positions) {
  Positions<double> gradient(3, positions.cols());
  problem.objective_and_gradient(positions, gradient);
  return gradient;
}

double gradient_norm(const IncrementalPotential<double>& problem, const Positions<double>& positions) {
  return gradient_at(problem, positions).norm();
}

}  // namespace simbench::test

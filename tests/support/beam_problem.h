// A small beam that starts twisted, as the thesis's large one does: the problem on which solvers are tested.
#pragma once

#include <numbers>
#include <string>

#include "energy/anchor_term.h"
#include "mesh/structured_beam.h"
#include "problem/implicit_euler_problem.h"
#include "tests/support/materials.h"
#include "tests/support/random.h"

namespace simbench::test {

struct BeamSettings {
  Eigen::Vector3i cells{8, 2, 2};
  CellSplit split = CellSplit::five;
  std::string law = "strain";
  double stiffness = 1e8;     // [Pa]
  double time_step = 1e-2;    // [s]
  double twist_degrees = 90;  // of each end, in opposite directions
  bool anchored = false;      // the two end faces, of the material's stiffness
};

inline constexpr double beam_density = 1000;  // [kg/m³]

inline std::shared_ptr<const TetMesh> beam_mesh(const Eigen::Vector3i& cells, CellSplit split) {
  BeamShape shape;
  shape.size = 0.1 * cells.cast<double>();
  shape.cells = cells;
  shape.split = split;
  return std::make_shared<const TetMesh>(structured_beam(shape));
}

// The rest positions with every cross section turned about the beam's axis, from −twist to +twist.
inline Positions<double> twisted(const TetMesh& mesh, double twist_degrees) {
  const Vector3<double> size = mesh.rest_positions.rowwise().maxCoeff();
  const Vector3<double> centre(0, size.y() / 2, size.z() / 2);
  Positions<double> positions = mesh.rest_positions;
  for (auto position : positions.colwise()) {
    const double angle = (2 * position.x() / size.x() - 1) * twist_degrees * std::numbers::pi / 180;
    const Vector3<double> arm = position - centre;
    position = centre + Eigen::AngleAxisd(angle, Vector3<double>::UnitX()) * arm;
  }
  return positions;
}

inline std::vector<int> end_vertices(const TetMesh& mesh) {
  const double length = mesh.rest_positions.row(0).maxCoeff();
  std::vector<int> vertices;
  for (int i = 0; i < mesh.vertex_count(); ++i) {
    const double x = mesh.rest_positions(0, i);
    if (x < 1e-9 || x > length - 1e-9) vertices.push_back(i);
  }
  return vertices;
}

// From rest in the twisted shape.
inline ImplicitEulerProblem<double> twisted_beam(const BeamSettings& settings) {
  ImplicitEulerProblem<double> problem;
  problem.mesh = beam_mesh(settings.cells, settings.split);
  problem.masses = lumped_masses(*problem.mesh, beam_density);
  problem.time_step = settings.time_step;
  problem.previous_positions = twisted(*problem.mesh, settings.twist_degrees);
  problem.inertial_positions = problem.previous_positions;
  problem.terms = {material(settings.law, settings.stiffness)->term(problem.mesh)};
  if (settings.anchored) {
    const std::vector<int> ends = end_vertices(*problem.mesh);
    const Positions<double> targets = twisted(*problem.mesh, settings.twist_degrees + 5)(Eigen::all, ends);
    problem.terms.push_back(std::make_shared<AnchorTerm<double>>(ends, targets, settings.stiffness));
  }
  return problem;
}

// Random offsets of the size of `amplitude` at every vertex.
inline Positions<double> jittered(const Positions<double>& positions, double amplitude, unsigned seed) {
  return positions + amplitude * Random(seed).matrix(3, positions.cols());
}

}  // namespace simbench::test

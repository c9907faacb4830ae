#include "cloth.h"

#include "deformable/energy/potentials/bending.h"
#include "deformable/energy/potentials/membrane.h"
#include "deformable/energy/potentials/springs.h"
#include "mesh/sheet.h"
#include "spring_net.h"

namespace simbench::benchmarks {

namespace {

template <class Batch>
auto surface_potential(const Batch& type, const std::shared_ptr<const TetMesh>& mesh) {
  return std::make_shared<typename Batch::template Batch<double>>(type.stencil(mesh), type.parameters());
}

void add_surface(IncrementalPotential<double>& problem) {
  problem.potentials.push_back(surface_potential(Membrane{{membrane_stiffness}}, problem.mesh));
  problem.potentials.push_back(surface_potential(Bending{{bending_stiffness}}, problem.mesh));
}

// The columns of both, one behind the other.
template <class Matrix>
Matrix joined(const Matrix& first, const Matrix& second) {
  Matrix result(first.rows(), first.cols() + second.cols());
  result << first, second;
  return result;
}

}  // namespace

IncrementalPotential<double> cloth(int cells) {
  const auto mesh =
      std::make_shared<const TetMesh>(structured_sheet({.length_cells = cells, .width_cells = cells}));
  IncrementalPotential<double> problem;
  problem.mesh = mesh;
  problem.masses = lumped_masses(*mesh, 1000);
  problem.time_step = 1e-2;
  Positions<double> start = mesh->rest_positions;
  for (auto point : start.colwise())
    point << 1.05 * point.x(), point.y(), 0.02 * std::sin(20 * point.x()) * std::cos(15 * point.y());
  problem.previous_positions = problem.inertial_positions = start;
  add_surface(problem);
  return problem;
}

void add_cloth_on_springs(IncrementalPotential<double>& problem, const BeamShape& beam) {
  const double height = beam.size.z() + 0.1;
  TetMesh sheet = structured_sheet({.origin = {0, 0, height},
                                    .length = beam.size.x(),
                                    .width = beam.size.y(),
                                    .length_cells = beam.cells.x(),
                                    .width_cells = beam.cells.y()});
  const TetMesh& tets = *problem.mesh;
  const auto first = static_cast<int>(tets.vertex_count());
  const VectorX<double> masses = lumped_masses(sheet, 1000);
  const auto mesh = std::make_shared<TetMesh>(tets);
  mesh->rest_positions = joined(tets.rest_positions, sheet.rest_positions);
  mesh->triangles = sheet.triangles.array() + first;
  mesh->thickness = sheet.thickness;
  problem.mesh = mesh;
  problem.masses.conservativeResize(mesh->vertex_count());
  problem.masses.tail(masses.size()) = masses;
  problem.previous_positions = problem.inertial_positions =
      joined(problem.inertial_positions, sheet.rest_positions);
  add_surface(problem);

  Springs springs;
  springs.stiffness = spring_stiffness;
  for (int top = 0; top < first; ++top) {
    const Vector3<double> below = tets.rest_positions.col(top);
    if (below.z() < beam.size.z() - 1e-9) continue;
    for (int i = 0; i < sheet.vertex_count(); ++i) {
      if ((sheet.rest_positions.col(i) - below).head<2>().norm() < 1e-9)
        springs.pairs.push_back({{top, first + i}, 0.1});
    }
  }
  problem.potentials.push_back(surface_potential(springs, problem.mesh));
}

}  // namespace simbench::benchmarks

#include "tests/support/beam.h"

#include <Eigen/Geometry>
#include <numbers>
#include <numeric>

namespace simbench::test {

std::shared_ptr<const TetMesh> beam_mesh(const Eigen::Vector3i& cells, CellSplit split) {
  BeamShape shape;
  shape.size = 0.1 * cells.cast<double>();
  shape.cells = cells;
  shape.split = split;
  return std::make_shared<const TetMesh>(structured_beam(shape));
}

Positions<double> twisted(const TetMesh& mesh, double twist_degrees) {
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

std::vector<int> end_vertices(const TetMesh& mesh) {
  const double length = mesh.rest_positions.row(0).maxCoeff();
  std::vector<int> vertices;
  for (int i = 0; i < mesh.vertex_count(); ++i) {
    const double x = mesh.rest_positions(0, i);
    if (x < 1e-9 || x > length - 1e-9) vertices.push_back(i);
  }
  return vertices;
}

Positions<double> jittered(const Positions<double>& positions, double amplitude, unsigned seed) {
  return positions + amplitude * Random(seed).matrix(3, positions.cols());
}

std::vector<int> mesh_order(Index count) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace simbench::test

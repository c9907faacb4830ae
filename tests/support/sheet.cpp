#include "tests/support/sheet.h"

#include "tests/support/random.h"

namespace simbench::test {

SheetShape sheet_shape(double length, double width, int length_cells, int width_cells) {
  SheetShape shape;
  shape.length = length;
  shape.width = width;
  shape.length_cells = length_cells;
  shape.width_cells = width_cells;
  shape.thickness = 0.01;
  return shape;
}

std::shared_ptr<const TetMesh> sheet(double length, double width, int length_cells, int width_cells) {
  return std::make_shared<const TetMesh>(
      structured_sheet(sheet_shape(length, width, length_cells, width_cells)));
}

std::shared_ptr<const Potential<double>> surface_potential(std::string_view kind, double stiffness,
                                                           const std::shared_ptr<const TetMesh>& mesh) {
  return scene_potential(kind, "\"stiffness\": " + std::to_string(stiffness), mesh);
}

Positions<double> rolled(const Positions<double>& flat, double radius) {
  Positions<double> positions = flat;
  for (auto position : positions.colwise()) {
    const double angle = position.x() / radius;
    position = Vector3<double>(radius * std::sin(angle), position.y(), radius * (1 - std::cos(angle)));
  }
  return positions;
}

std::shared_ptr<const TetMesh> test_sheet(bool is_curved) {
  TetMesh mesh = *sheet(1, 0.7, 4, 3);
  if (is_curved) mesh.rest_positions = rolled(mesh.rest_positions, 0.5);
  return std::make_shared<const TetMesh>(mesh);
}

Positions<double> crumpled(const TetMesh& mesh) {
  return mesh.rest_positions + 0.05 * Random(3).matrix(3, mesh.vertex_count());
}

}  // namespace simbench::test

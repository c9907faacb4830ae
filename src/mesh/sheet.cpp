#include "mesh/sheet.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/sha256.h"
#include "mesh/surface.h"

namespace simbench {

TetMesh structured_sheet(const SheetShape& shape) {
  const int rows = shape.length_cells + 1, columns = shape.width_cells + 1;
  const auto vertex = [&](int i, int j) { return i * columns + j; };
  TetMesh mesh;
  mesh.thickness = shape.thickness;
  mesh.rest_positions.resize(3, static_cast<Index>(rows) * columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const Vector3<double> offset(shape.length * i / shape.length_cells, shape.width * j / shape.width_cells,
                                   0);
      mesh.rest_positions.col(vertex(i, j)) = shape.origin + offset;
    }
  }
  mesh.triangles.resize(3, 2 * static_cast<Index>(shape.length_cells) * shape.width_cells);
  Index triangle = 0;
  for (int i = 0; i < shape.length_cells; ++i) {
    for (int j = 0; j < shape.width_cells; ++j) {
      // The corners of the cell, counterclockwise from one end of its diagonal.
      std::array corners = {vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)};
      if ((i + j) % 2 == 1) std::rotate(corners.begin(), corners.begin() + 1, corners.end());
      mesh.triangles.col(triangle++) << corners[0], corners[1], corners[2];
      mesh.triangles.col(triangle++) << corners[0], corners[2], corners[3];
    }
  }
  return mesh;
}

MeshFile read_sheet(const std::filesystem::path& file, double thickness) {
  const std::string contents = surface_contents(file);
  TriangleSurface surface = parse_open_surface(contents, file.string());
  check_open_surface(surface, file.string());
  MeshFile result;
  result.mesh.rest_positions = std::move(surface.vertices);
  result.mesh.triangles = std::move(surface.triangles);
  result.mesh.thickness = thickness;
  result.notes = std::move(surface.notes);
  result.sha256 = sha256(contents);
  return result;
}

std::vector<Hinge> hinges(const TetMesh& mesh) {
  std::map<std::array<int, 2>, Hinge> of_edge;  // with the vertex 3 missing where there is one triangle
  std::vector<Hinge> result;
  for (const auto& triangle : mesh.triangles.colwise()) {
    for (int i = 0; i < 3; ++i) {
      const int from = triangle[i], to = triangle[(i + 1) % 3], opposite = triangle[(i + 2) % 3];
      const auto [found, is_new] =
          of_edge.try_emplace({std::min(from, to), std::max(from, to)}, Hinge{from, to, opposite, -1});
      if (!is_new) found->second[3] = opposite;
    }
  }
  for (const auto& [edge, hinge] : of_edge) {
    if (hinge[3] >= 0) result.push_back(hinge);
  }
  return result;
}

}  // namespace simbench

// Surfaces of triangles as bodies, such as cloth: a rectangle, or the contents of a file.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "mesh/mesh_file.h"

namespace simbench {

// A rectangle in the plane z = origin.z, cut into rectangular cells of two triangles each. The diagonals of
// neighbouring cells run in different directions.
struct SheetShape {
  Vector3<double> origin = Vector3<double>::Zero();  // the corner with the lowest x and y [m]
  double length = 1, width = 1;                      // along x and y [m]
  int length_cells = 1, width_cells = 1;
  double thickness = 1e-3;  // [m]
};

TetMesh structured_sheet(const SheetShape& shape);

// Reads a surface from .off, with or without boundary. Throws Error(ExitCode::mesh) for a triangle without
// area, for an edge of three triangles, and for neighbours that are not oriented alike.
MeshFile read_sheet(const std::filesystem::path& file, double thickness);

// An edge from vertex 0 to vertex 1 between two triangles, (0, 1, 2) and (1, 0, 3).
using Hinge = std::array<int, 4>;
// The hinges of a mesh, ordered by the two vertices of their edges. The triangles of a mesh without any give
// an empty list.
std::vector<Hinge> hinges(const TetMesh& mesh);

}  // namespace simbench

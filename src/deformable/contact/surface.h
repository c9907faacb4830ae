// The surface of a mesh, on which contacts act: the boundary of its tets, and the triangles of a sheet.
#pragma once

#include <vector>

#include "mesh/tet_mesh.h"

namespace simbench {

struct ContactSurface {
  std::vector<int> vertices;                  // ascending
  std::vector<std::array<int, 2>> edges;      // the lower vertex first; in ascending order
  std::vector<std::array<int, 3>> triangles;  // their normals point outwards
  std::vector<double> edge_squares;           // squared length of each edge at rest [m²]
};

// The mesh must have linear tets, or triangles.
ContactSurface contact_surface(const TetMesh& mesh);

}  // namespace simbench

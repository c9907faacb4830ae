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
  // A third of the triangles at each of `vertices` and at each edge, at rest [m²]; empty if pairs have no
  // weights.
  std::vector<double> vertex_areas, edge_areas;
};

// What pairs weigh: 1 each, as published (Li et al. 2020), or the areas at rest that belong to their
// primitives (Li et al. 2023, convergent form), so that a sum over pairs is a surface integral.
enum class PairWeights { pairs, areas };

// The mesh must have linear tets, or triangles.
ContactSurface contact_surface(const TetMesh& mesh, PairWeights weights = PairWeights::pairs);

}  // namespace simbench

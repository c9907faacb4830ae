// Properties that the readers of tet meshes guarantee for all formats.
#pragma once

#include "mesh/mesh_file.h"
#include "tests/fuzz/fuzzing.h"

namespace simbench::fuzz {

// Checks a mesh that `parse` returns. An accepted mesh has finite positions, indices in range and positive
// volumes, and a tet uses each of its vertices.
template <class Parse>
int read_tets(const Parse& parse) {
  TetMesh mesh;
  if (!accepts([&] { mesh = checked_mesh(parse(), "mesh").mesh; })) return 0;
  require(mesh.tet_count() > 0 && mesh.rest_positions.allFinite());
  require(mesh.tets.minCoeff() >= 0 && mesh.tets.maxCoeff() < mesh.vertex_count());
  require((tet_volumes(mesh, mesh.rest_positions).array() > 0).all());
  std::vector<bool> is_used(static_cast<std::size_t>(mesh.vertex_count()));
  for (const int vertex : mesh.tets.reshaped()) is_used[static_cast<std::size_t>(vertex)] = true;
  require(std::find(is_used.begin(), is_used.end(), false) == is_used.end());
  return 0;
}

}  // namespace simbench::fuzz

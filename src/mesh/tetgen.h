// Fills the inside of a closed surface with tets. The program simbench-tetmesh does it in a separate process,
// because TetGen crashes on some surfaces and has another licence (AGPL) than simbench.
#pragma once

#include <filesystem>
#include <optional>

#include "base/cache.h"
#include "mesh/mesh_file.h"

namespace simbench {

struct TetGenSettings {
  // Of a tet [m³], > 0. If it is not set, the volume of a regular tet with the mean edge of the surface.
  std::optional<double> max_volume;
  // Largest ratio of a tet's circumradius to its shortest edge, ≥ 1. Below about 1.2 TetGen may not end.
  double quality = 1.4;

  // Throws Error (usage), whose message begins with `what`, if a number is out of its range.
  void check(const std::string& what) const;
};

// The surface is read as in surface.h; cavities stay empty. The mesh fills the surface up to a displacement
// of 1e-7 of its extent. Its tets are oriented as in TetMesh, and each vertex belongs to a tet; `sha256` is
// the hash of the surface. Meshes are cached by surface, settings and program.
// The environment variable SIMBENCH_TETMESH names the program; the default is simbench-tetmesh beside this
// program. SIMBENCH_TETMESH_SECONDS limits its wall clock (default 300), SIMBENCH_TETMESH_MEGABYTES its
// memory (default 8192).
// Errors: mesh (the surface, the program, or its output), usage (settings), resources (a limit is reached),
// output (temporary files), interrupted, terminated.
MeshFile tetrahedralise(const std::filesystem::path& surface, const TetGenSettings& settings,
                        const Cache& cache);

}  // namespace simbench

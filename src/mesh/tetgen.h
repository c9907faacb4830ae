// The inside of a closed surface filled with tets, by the program simbench-tetmesh: TetGen crashes on some surfaces, and its
// licence (AGPL) is not ours, so it runs in a process of its own.
#pragma once

#include <filesystem>

#include "base/cache.h"
#include "mesh/mesh_file.h"

namespace simbench {

struct TetGenSettings {
  double max_volume;  // of a tet [m³], > 0
  double quality =
      1.4;  // largest ratio of a tet's circumradius to its shortest edge, ≥ 1; TetGen need not end below 1.2 or so

  // Throws Error (usage), which begins with `what`, if a number is not what is said above.
  void check(const std::string& what) const;
};

// Surfaces as in surface.h; cavities stay empty. The mesh fills the surface up to a displacement of 1e-7 of its extent, its tets are as in TetMesh,
// every vertex has a tet; `sha256` is that of the surface. The same surface, settings and program give a cached mesh.
// The program is $SIMBENCH_TETMESH, else simbench-tetmesh beside this one; its limits are $SIMBENCH_TETMESH_SECONDS of wall clock,
// else 300, and $SIMBENCH_TETMESH_MEGABYTES of memory, else 8192.
// Error: mesh (the surface, the program, or what it wrote), usage (settings), resources (a limit is reached), output (temporary
// files), interrupted, terminated.
MeshFile tetrahedralise(const std::filesystem::path& surface, const TetGenSettings& settings,
                        const Cache& cache);

}  // namespace simbench

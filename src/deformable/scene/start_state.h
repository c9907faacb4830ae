// The state that a scene takes from files instead of its own start.
#pragma once

#include "deformable/problem/state.h"
#include "harness/state_source.h"
#include "mesh/point_file.h"
#include "mesh/tet_mesh.h"

namespace simbench {

// The scene that names files with a vector for each vertex. --set names files relative to `set_folder`.
struct PlaceOfPoints {
  const TetMesh& mesh;
  int instance;
  const config::Document& document;
  const std::filesystem::path& set_folder;

  // Reads the file that the document has at `pointer`, and notes its hash. Throws Error (usage, mesh) with
  // the place if it does not fit the mesh, whose instance is 0.
  Positions<double> read(HashedFile& file, const std::string& pointer, PointQuantity quantity) const;
};

// Either a checkpoint of a run (`file`), or positions and perhaps velocities of all vertices.
struct StartState : StateSource {
  HashedFile positions;   // x, y, z of each vertex [m]
  HashedFile velocities;  // of each vertex [m/s]; at rest if left out

  void describe(config::Fields& fields);
  // Reads the files and adds sentences to `warnings` about numbers that look as if they had another unit. A
  // checkpoint has "positions" and "velocities", 3 × vertices, and from its second step on
  // "earlier_positions" and "earlier_velocities", which are left out if they are those of another time step
  // (with a warning if the integrator `has_history`). Throws Error (usage, mesh) with the place if they are
  // not states of this mesh.
  Checkpoint read(const PlaceOfPoints& place, double time_step, bool has_history,
                  std::vector<std::string>& warnings);
  std::vector<SourceFile> source_files();
};

// The state in a checkpoint, and back, with the time step of its history. Throws Error (usage) if it has
// another number of vertices.
State state_of(const Checkpoint& checkpoint, Index vertices);
NamedNumbers numbers_of(const State& state, double time_step);

}  // namespace simbench

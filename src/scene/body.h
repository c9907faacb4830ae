// The body of a scene: where its mesh comes from, and its density.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/cache.h"
#include "config/fields.h"
#include "mesh/mesh_file.h"
#include "mesh/structured_beam.h"
#include "mesh/tetgen.h"

namespace simbench {

struct Body {
  std::string shape = "beam";  // or "mesh", a file of tets; or "tetgen", a surface that TetGen fills
  BeamShape beam;
  std::string file;    // of the mesh or the surface; a relative path starts at Scene::folder
  std::string sha256;  // of its contents; empty: whatever it holds
  TetGenSettings tetgen{};
  double density = 1000;  // [kg/m³]

  void describe(config::Fields& fields);
  // The JSON pointer of what the mesh comes from ("/body/mesh/file").
  std::string source() const;
  // `folder`: where a relative path of the file begins. Throws Error (mesh) if a file is no good mesh or not the one that sha256 asks for, and
  // Error (resources) for more tets than simbench takes.
  MeshFile build(const std::filesystem::path& folder, const Cache& cache) const;
};

// The meshes that bodies have been built to, so that the runs of a sweep share theirs.
class MeshStore {
 public:
  struct Built {
    std::shared_ptr<const TetMesh> mesh;
    std::string sha256;              // of the file; empty for a beam
    std::vector<std::string> notes;  // what was changed or left out in reading it, for the user
  };
  // As Body::build, once for each body and folder.
  const Built& built(Body body, const std::filesystem::path& folder, const Cache& cache);

 private:
  std::map<std::string, Built> built_;  // by the body's description and the folder
};

}  // namespace simbench

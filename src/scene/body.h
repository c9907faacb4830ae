// The body of a scene: where its mesh comes from, and its density.
#pragma once

#include <map>
#include <memory>
#include <variant>

#include "scene/bodies/beam_body.h"
#include "scene/bodies/mesh_body.h"
#include "scene/bodies/particles_body.h"
#include "scene/bodies/tetgen_body.h"

namespace simbench {

// A kind of body is a struct in bodies/ with
//
//   static name           its key in "body"
//   describe(fields)      reads, writes and documents what a scene says of it
//   build(folder, cache)  its mesh; `folder` is where relative paths begin
//   file, static file_key if it is made from one: a BodyFile, and the key of its path
//
// A new kind: its header in bodies/ and its name here.
using BodyKind = std::variant<BeamBody, MeshBody, TetGenBody, ParticlesBody>;

// `lumped`: each tet gives a quarter of ρV to its corners; `unit`: 1 kg a vertex, as in optimisations of shapes.
enum class MassRule { lumped, unit };

struct Body {
  BodyKind kind;
  double density = 1000;  // [kg/m³]
  MassRule mass_rule = MassRule::lumped;

  void describe(config::Fields& fields);
  bool has_tets() const { return !std::holds_alternative<ParticlesBody>(kind); }
  // Of the vertices [kg].
  VectorX<double> masses(const TetMesh& mesh) const;
  // The file that the body is made from; null if there is none.
  BodyFile* file();
  const BodyFile* file() const { return const_cast<Body*>(this)->file(); }
  // The JSON pointer of what the mesh comes from ("/body/mesh/file").
  std::string source() const;
  // `folder`: where a relative path of the file begins. Throws Error (mesh) if a file is no good mesh or not the one that its sha256
  // asks for, and Error (resources) for more tets than simbench takes.
  MeshFile build(const std::filesystem::path& folder, const Cache& cache) const;
};

// The meshes that bodies have been built to, so that the runs of a sweep share theirs.
class MeshStore {
 public:
  // As Body::build, once for each body and folder.
  std::shared_ptr<const MeshFile> built(Body body, const std::filesystem::path& folder, const Cache& cache);

 private:
  std::map<std::string, std::shared_ptr<const MeshFile>> built_;  // by the body's description and the folder
};

}  // namespace simbench

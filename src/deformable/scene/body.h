// The body of a scene: the source of its mesh, and its density.
#pragma once

#include <memory>
#include <variant>

#include "base/shared_objects.h"
#include "deformable/scene/bodies/beam_body.h"
#include "deformable/scene/bodies/beams_body.h"
#include "deformable/scene/bodies/mesh_body.h"
#include "deformable/scene/bodies/particles_body.h"
#include "deformable/scene/bodies/sheet_body.h"
#include "deformable/scene/bodies/surface_body.h"
#include "deformable/scene/bodies/tetgen_body.h"

namespace simbench {

// A kind of body is a struct in bodies/ with
//
//   static name           its key in "body"
//   describe(fields)      reads, writes and documents its settings
//   build(folder, cache)  returns its mesh; relative paths start at `folder`
//   static has_tets       false if the body has no tets (true if left out)
//   file, static file_key a BodyFile and the key of its path, if the body is made from a file
//
// A new kind needs a header in bodies/ and its name here.
using BodyKind =
    std::variant<BeamBody, BeamsBody, MeshBody, TetGenBody, ParticlesBody, SheetBody, SurfaceBody>;

// `lumped`: each tet gives a quarter of its mass ρV to each of its vertices, each triangle a third of ρ t A.
// `unit`: 1 kg per vertex, as in shape optimisation.
enum class MassRule { lumped, unit };

// `linear`: tets of four vertices. `quadratic`: tets of ten, with one in the middle of each edge.
enum class ElementOrder { linear, quadratic };

struct Body {
  BodyKind kind;
  double density = 1000;  // [kg/m³]
  MassRule mass_rule = MassRule::lumped;
  ElementOrder elements = ElementOrder::linear;

  void describe(config::Fields& fields);
  bool has_tets() const;
  // Why the body has no material: a sentence. Only if !has_tets().
  std::string_view why_no_material() const;
  // The file from which the body is made; null if there is none.
  BodyFile* file();
  const BodyFile* file() const { return const_cast<Body*>(this)->file(); }
  // The JSON pointer of the source of the mesh ("/body/mesh/file").
  std::string source() const;
  // Relative paths start at `folder`. Throws Error (mesh) if a file is not a valid mesh or does not match its
  // sha256, and Error (resources) if it has too many tets.
  MeshFile build(const std::filesystem::path& folder, const Cache& cache) const;
};

// As Body::build, but builds only once per body and folder.
std::shared_ptr<const MeshFile> shared_mesh(Body body, const std::filesystem::path& folder,
                                            const Cache& cache, SharedObjects& shared);

}  // namespace simbench

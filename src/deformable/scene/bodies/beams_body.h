// Several structured beams, which contact may bring together: a body of parts.
#pragma once

#include <vector>

#include "deformable/scene/bodies/beam_body.h"

namespace simbench {

struct BeamsBody {
  static constexpr std::string_view name = "beams";
  std::vector<BeamBody> parts;

  void describe(config::Fields& fields) {
    config::list(fields, "parts", parts,
                 {.doc = "the beams; their vertices and tets follow one another", .required = true});
    fields.require(!parts.empty(), "parts", "there must be at least one beam");
  }

  MeshFile build(const std::filesystem::path& folder, const Cache& cache) const {
    MeshFile whole;
    for (const BeamBody& part : parts) {
      const TetMesh mesh = part.build(folder, cache).mesh;
      const auto vertices = static_cast<int>(whole.mesh.vertex_count());
      whole.mesh.rest_positions.conservativeResize(3, vertices + mesh.vertex_count());
      whole.mesh.rest_positions.rightCols(mesh.vertex_count()) = mesh.rest_positions;
      whole.mesh.tets.conservativeResize(4, whole.mesh.tet_count() + mesh.tet_count());
      whole.mesh.tets.rightCols(mesh.tet_count()) = mesh.tets.array() + vertices;
    }
    return whole;
  }
};

}  // namespace simbench

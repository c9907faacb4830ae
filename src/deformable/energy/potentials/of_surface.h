// What potentials of surfaces require of a body.
#pragma once

#include <fmt/format.h>

#include "base/error.h"
#include "mesh/sheet.h"

namespace simbench {

// Throws Error (usage) unless the body is a surface.
inline void require_triangles(const TetMesh& mesh, std::string_view potential) {
  if (mesh.triangle_count() > 0) return;
  throw Error(ExitCode::usage, fmt::format("{} acts on the triangles of a surface, and this body has none; "
                                           "take a body of the kind 'surface' or 'sheet'",
                                           potential));
}

// The edges between two triangles. Throws Error (usage) if there are none.
inline std::vector<Hinge> required_hinges(const TetMesh& mesh, std::string_view potential) {
  require_triangles(mesh, potential);
  std::vector<Hinge> result = hinges(mesh);
  if (result.empty())
    throw Error(ExitCode::usage, fmt::format("{} acts on edges between two triangles, and this surface has "
                                             "none; leave it out",
                                             potential));
  return result;
}

}  // namespace simbench

// The file from which a body is made.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "config/fields.h"
#include "mesh/mesh_file.h"

namespace simbench {

struct BodyFile {
  std::string path;    // relative paths start at Scene::folder
  std::string sha256;  // of the contents; if empty, any contents are accepted

  void describe_hash(config::Fields& fields) {
    fields.text("sha256", sha256,
                {.doc = "hash of the file's contents; a file with another hash is refused",
                 .example = "8ac15ec3a62d3f5e0bb9cd5c9f0d84e0ab1c4c8d4ee9b8e1b2aa8ee8a3b2b9f1"});
  }

  // Calls `read` for the file in `folder`. Throws Error (mesh) if the file does not match sha256, and Error
  // (resources) if it has too many tets or triangles.
  template <class Read>
  MeshFile mesh(const std::filesystem::path& folder, const Read& read) const {
    const std::filesystem::path place = folder / path;
    MeshFile result = read(place);
    if (!sha256.empty() && sha256 != result.sha256) {
      throw Error(ExitCode::mesh, fmt::format("{}: not the requested file: its sha256 is {}, not {}",
                                              place.string(), result.sha256, sha256));
    }
    const Index tets = result.mesh.tet_count(), triangles = result.mesh.triangle_count();
    if (static_cast<double>(tets + triangles) > largest_tet_count) {
      throw Error(ExitCode::resources,
                  fmt::format("{}: {} {}; more than {} are refused", place.string(), tets + triangles,
                              triangles > 0 ? "triangles" : "tets", largest_tet_count));
    }
    return result;
  }
};

}  // namespace simbench

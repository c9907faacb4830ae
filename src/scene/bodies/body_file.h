// The file that a body is made from.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "config/fields.h"
#include "mesh/mesh_file.h"

namespace simbench {

struct BodyFile {
  std::string path;    // a relative one starts at Scene::folder
  std::string sha256;  // of its contents; empty: whatever it holds

  void describe_hash(config::Fields& fields) {
    fields.text("sha256", sha256,
                {.doc = "of the file's contents: another file is refused",
                 .example = "8ac15ec3a62d3f5e0bb9cd5c9f0d84e0ab1c4c8d4ee9b8e1b2aa8ee8a3b2b9f1"});
  }

  // What `read` makes of the file in `folder`. Throws Error (mesh) if that is not the file that sha256 asks for, and Error (resources)
  // for more tets than simbench takes.
  template <class Read>
  MeshFile mesh(const std::filesystem::path& folder, const Read& read) const {
    const std::filesystem::path place = folder / path;
    MeshFile result = read(place);
    if (!sha256.empty() && sha256 != result.sha256) {
      throw Error(ExitCode::mesh, fmt::format("{}: not the file that is asked for: its sha256 is {}, not {}",
                                              place.string(), result.sha256, sha256));
    }
    if (static_cast<double>(result.mesh.tet_count()) > largest_tet_count) {
      throw Error(ExitCode::resources, fmt::format("{}: {} tets; more than {} are refused", place.string(),
                                                   result.mesh.tet_count(), largest_tet_count));
    }
    return result;
  }
};

}  // namespace simbench

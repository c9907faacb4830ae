// A body from a file of tets.
#pragma once

#include "base/cache.h"
#include "deformable/scene/bodies/body_file.h"

namespace simbench {

struct MeshBody {
  static constexpr std::string_view name = "mesh";
  static constexpr std::string_view file_key = "file";
  BodyFile file;

  void describe(config::Fields& fields) {
    fields.text(file_key, file.path,
                {.doc = "tets: .msh, or .node and .ele", .required = true, .example = "my.msh"});
    file.describe_hash(fields);
  }

  MeshFile build(const std::filesystem::path& folder, const Cache&) const {
    return file.mesh(folder, read_mesh_file);
  }
};

}  // namespace simbench

// A surface of triangles from a file, such as a piece of cloth. It needs no tets.
#pragma once

#include "base/cache.h"
#include "deformable/scene/bodies/body_file.h"
#include "deformable/scene/bodies/sheet_body.h"

namespace simbench {

struct SurfaceBody {
  static constexpr std::string_view name = "surface";
  static constexpr std::string_view file_key = "file";
  static constexpr bool has_tets = false;
  BodyFile file;
  double thickness = 1e-3;  // [m]

  void describe(config::Fields& fields) {
    fields.text(file_key, file.path,
                {.doc = "triangles: .off, with or without boundary",
                 .required = true,
                 .example = "meshes/cloth.off"});
    SheetBody::describe_thickness(fields, thickness);
    file.describe_hash(fields);
  }

  MeshFile build(const std::filesystem::path& folder, const Cache&) const {
    return file.mesh(folder,
                     [&](const std::filesystem::path& place) { return read_sheet(place, thickness); });
  }
};

}  // namespace simbench

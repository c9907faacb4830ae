// A closed surface that TetGen fills with tets.
#pragma once

#include "deformable/scene/bodies/body_file.h"
#include "mesh/tetgen.h"

namespace simbench {

struct TetGenBody {
  static constexpr std::string_view name = "tetgen";
  static constexpr std::string_view file_key = "surface";
  BodyFile file;
  TetGenSettings settings{};

  void describe(config::Fields& fields) {
    fields.text(file_key, file.path,
                {.doc = "closed surface: .off", .required = true, .example = "meshes/beam.off"});
    fields.optional_number(
        "max_volume", settings.max_volume,
        {.unit = "m^3",
         .doc =
             "largest volume of a tet; if left out, that of a regular tet whose edges have the mean length "
             "of the surface's edges",
         .range = config::positive,
         .example = "1e-2"});
    fields.number(
        "quality", settings.quality,
        {.doc = "largest ratio of a tet's circumradius to its shortest edge", .range = {.minimum = 1}});
    file.describe_hash(fields);
  }

  MeshFile build(const std::filesystem::path& folder, const Cache& cache) const {
    return file.mesh(folder, [&](const std::filesystem::path& surface) {
      return tetrahedralise(surface, settings, cache);
    });
  }
};

}  // namespace simbench

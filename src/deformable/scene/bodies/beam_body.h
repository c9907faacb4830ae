// A structured beam.
#pragma once

#include "base/cache.h"
#include "config/fields.h"
#include "mesh/mesh_file.h"
#include "mesh/structured_beam.h"

namespace simbench {

struct BeamBody {
  static constexpr std::string_view name = "beam";
  BeamShape shape;

  void describe(config::Fields& fields) {
    static constexpr std::array<std::string_view, 2> splits = {"five", "six"};
    constexpr double maximum_cells = largest_tet_count / 5;
    fields.vector("origin", shape.origin, {.unit = "m", .doc = "lowest corner"});
    fields.vector("size", shape.size,
                  {.unit = "m",
                   .doc = "lengths along x, y, z",
                   .range = config::positive,
                   .required = true,
                   .example = "[0.8, 0.2, 0.2]"});
    fields.integer_triple("cells", shape.cells,
                          {.doc = "cells along x, y, z",
                           .minimum = 1,
                           .maximum = 1000000,
                           .required = true,
                           .example = "[8, 2, 2]"});
    fields.require(shape.cells.cast<double>().prod() <= maximum_cells, "cells",
                   "more than 300000 cells (1.5 million tets) are refused");
    config::choice(fields, "split", shape.split, splits, {.doc = "tets per cell"});
  }

  MeshFile build(const std::filesystem::path&, const Cache&) const {
    TetMesh mesh = structured_beam(shape);
    const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
    if (!volumes.allFinite() || !(volumes.array() > 0).all()) {
      throw Error(ExitCode::mesh,
                  "the volumes of its tets are not all finite and positive in double precision; take another "
                  "unit of length, or an origin that is not so far away");
    }
    return {std::move(mesh), {}, {}};
  }
};

}  // namespace simbench

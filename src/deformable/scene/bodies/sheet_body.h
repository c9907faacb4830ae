// A rectangular surface of triangles, such as a piece of cloth.
#pragma once

#include "base/cache.h"
#include "base/error.h"
#include "config/fields.h"
#include "mesh/sheet.h"

namespace simbench {

struct SheetBody {
  static constexpr std::string_view name = "sheet";
  static constexpr bool has_tets = false;
  SheetShape shape;

  void describe(config::Fields& fields) {
    fields.vector("origin", shape.origin, {.unit = "m", .doc = "the corner with the lowest x and y"});
    const auto side = [&](std::string_view key, double& value, std::string_view doc) {
      fields.number(key, value,
                    {.unit = "m", .doc = doc, .range = config::positive, .required = true, .example = "1"});
    };
    const auto cells = [&](std::string_view key, int& value, std::string_view doc) {
      fields.integer(key, value,
                     {.doc = doc, .minimum = 1, .maximum = 1000000, .required = true, .example = "20"});
    };
    side("length", shape.length, "along x");
    side("width", shape.width, "along y");
    cells("length_cells", shape.length_cells, "cells along x, of two triangles each");
    cells("width_cells", shape.width_cells, "cells along y");
    fields.require(2.0 * shape.length_cells * shape.width_cells <= largest_tet_count, "length_cells",
                   "more than 750000 cells (1.5 million triangles) are refused");
    describe_thickness(fields, shape.thickness);
  }

  // For every body of triangles.
  static void describe_thickness(config::Fields& fields, double& thickness) {
    fields.number("thickness", thickness,
                  {.unit = "m",
                   .doc = "thickness of the surface, for masses and the membrane's energy",
                   .range = config::positive});
  }

  MeshFile build(const std::filesystem::path&, const Cache&) const {
    TetMesh mesh = structured_sheet(shape);
    const VectorX<double> areas = triangle_areas(mesh, mesh.rest_positions);
    if (!areas.allFinite() || !(areas.array() > 0).all()) {
      throw Error(ExitCode::mesh,
                  "the areas of its triangles are not all finite and positive in double precision; take "
                  "another unit of length, or an origin that is not so far away");
    }
    return {std::move(mesh), {}, {}};
  }
};

}  // namespace simbench

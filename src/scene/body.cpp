#include "scene/body.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "config/writer.h"

namespace simbench {

namespace fs = std::filesystem;

constexpr double maximum_cells = largest_tet_count / 5;

namespace {

TetMesh checked_beam(const BeamShape& shape) {
  TetMesh mesh = structured_beam(shape);
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  if (!volumes.allFinite() || !(volumes.array() > 0).all()) {
    throw Error(ExitCode::mesh,
                "the volumes of its tets are not all finite and positive in double precision; take another "
                "unit of length, "
                "or an origin that is not so far away");
  }
  return mesh;
}

}  // namespace

void Body::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> shapes = {"beam", "mesh", "tetgen"};
  static constexpr std::array<std::string_view, 2> splits = {"five", "six"};
  const auto describe_beam = [&](config::Fields& members) {
    members.vector("origin", beam.origin, {.unit = "m", .doc = "lowest corner"});
    members.vector("size", beam.size,
                   {.unit = "m",
                    .doc = "lengths along x, y, z",
                    .range = config::positive,
                    .required = true,
                    .example = "[0.8, 0.2, 0.2]"});
    members.integer_triple("cells", beam.cells,
                           {.doc = "cells along x, y, z",
                            .minimum = 1,
                            .maximum = 1000000,
                            .required = true,
                            .example = "[8, 2, 2]"});
    members.require(beam.cells.cast<double>().prod() <= maximum_cells, "cells",
                    "more than 300000 cells (1.5 million tets) are refused");
    std::string split = beam.split == CellSplit::five ? "five" : "six";
    members.choice("split", split, splits, {.doc = "tets a cell"});
    beam.split = split == "five" ? CellSplit::five : CellSplit::six;
  };
  const auto describe_hash = [&](config::Fields& members) {
    members.text("sha256", sha256,
                 {.doc = "of the file's contents: another file is refused",
                  .example = "8ac15ec3a62d3f5e0bb9cd5c9f0d84e0ab1c4c8d4ee9b8e1b2aa8ee8a3b2b9f1"});
  };
  fields.object(
      "body",
      [&](config::Fields& body) {
        body.exactly_one(
            shape, shapes,
            [&](std::string_view word, config::Fields& members) {
              if (word == "beam") {
                describe_beam(members);
              } else if (word == "mesh") {
                members.text("file", file,
                             {.doc = "tets: .msh, or .node and .ele", .required = true, .example = "my.msh"});
                describe_hash(members);
              } else {
                members.text("surface", file,
                             {.doc = "closed surface: .off", .required = true, .example = "meshes/beam.off"});
                members.number("max_volume", tetgen.max_volume,
                               {.unit = "m^3",
                                .doc = "of a tet",
                                .range = config::positive,
                                .required = true,
                                .example = "1e-2"});
                members.number("quality", tetgen.quality,
                               {.doc = "largest ratio of a tet's circumradius to its shortest edge",
                                .range = {.minimum = 1}});
                describe_hash(members);
              }
            },
            {.doc = "the shape of the body"});
      },
      {.doc = "the body at rest", .required = true});
  fields.number("density", density,
                {.unit = "kg/m^3", .doc = "mass density at rest", .range = config::positive});
}

std::string Body::source() const {
  return "/body/" + shape + (shape == "mesh" ? "/file" : shape == "tetgen" ? "/surface" : "");
}

MeshFile Body::build(const fs::path& folder, const Cache& cache) const {
  if (shape == "beam") return {checked_beam(beam), {}, {}};
  const fs::path path = folder / file;
  MeshFile built = shape == "mesh" ? read_mesh_file(path) : tetrahedralise(path, tetgen, cache);
  if (!sha256.empty() && sha256 != built.sha256) {
    throw Error(ExitCode::mesh, fmt::format("{}: not the file that is asked for: its sha256 is {}, not {}",
                                            path.string(), built.sha256, sha256));
  }
  if (static_cast<double>(built.mesh.tet_count()) > largest_tet_count) {
    throw Error(ExitCode::resources, fmt::format("{}: {} tets; more than {} are refused", path.string(),
                                                 built.mesh.tet_count(), largest_tet_count));
  }
  return built;
}

const MeshStore::Built& MeshStore::built(Body body, const fs::path& folder, const Cache& cache) {
  const std::string description =
      config::write([&](config::Fields& fields) { body.describe(fields); }).dump();
  const std::string key = folder.string() + '\n' + description;
  const auto known = built_.find(key);
  if (known != built_.end()) return known->second;
  MeshFile file = body.build(folder, cache);
  Built built{std::make_shared<const TetMesh>(std::move(file.mesh)), file.sha256, std::move(file.notes)};
  return built_.emplace(key, std::move(built)).first->second;
}

}  // namespace simbench

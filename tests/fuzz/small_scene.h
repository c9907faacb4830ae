// Keeps the targets that read scenes quick.
#pragma once

#include "config/reader.h"
#include "experiment/scene_file.h"
#include "tests/fuzz/fuzzing.h"

namespace simbench::fuzz {

// Whether a scene's members can be read, and what they describe is no more work to build than an input may be: a beam of few
// cells, a short chain, or bodies that are listed one by one. No mesh is made, and no file that a scene names is opened.
inline bool is_small(const config::Document& document) {
  constexpr double most_cells = 200;
  constexpr int most_bodies = 200;
  SceneFile file;
  if (!accepts([&] { config::read(document, [&](config::Fields& fields) { file.describe(fields); }); }))
    return false;
  if (const auto* rigid = file.as<RigidScene>())
    return !rigid->scene.chain || rigid->scene.chain->bodies <= most_bodies;
  const auto* beam = std::get_if<BeamBody>(&file.as<DeformableScene>()->scene.body.kind);
  return beam && beam->shape.cells.cast<double>().prod() <= most_cells;
}

}  // namespace simbench::fuzz

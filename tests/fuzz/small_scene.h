// Keeps the targets that read scenes quick.
#pragma once

#include "config/reader.h"
#include "experiment/scene_file.h"
#include "tests/fuzz/fuzzing.h"

namespace simbench::fuzz {

// Whether a scene's members can be read and its body is a beam that is no more work to mesh than an input may be; no mesh is
// made, and no file that a scene names is opened.
inline bool is_small(const config::Document& document) {
  constexpr double most_cells = 200;
  SceneFile file;
  if (!accepts([&] { config::read(document, [&](config::Fields& fields) { file.describe(fields); }); }))
    return false;
  const auto* beam = std::get_if<BeamBody>(&file.scene.body.kind);
  return beam && beam->shape.cells.cast<double>().prod() <= most_cells;
}

}  // namespace simbench::fuzz

// Limits the size of scenes, so that the targets that read them are fast.
#pragma once

#include "deformable/trial/deformable_scene.h"
#include "harness/scene_file.h"
#include "rigid/trial/rigid_scene.h"
#include "tests/fuzz/fuzzing.h"

namespace simbench::fuzz {

// Whether a scene's members can be read and describe something small: a beam of few cells, a short chain, or
// bodies that are listed one by one. It makes no mesh and opens no file that the scene names.
inline bool is_small(const config::Document& document) {
  constexpr double most_cells = 200;
  constexpr int most_bodies = 200;
  SceneFile file;
  config::Document copy = document;
  if (!accepts([&] { file = parse_scene_file(copy); })) return false;
  if (const auto* rigid = file.as<RigidScene>())
    return !rigid->scene.chain || rigid->scene.chain->bodies <= most_bodies;
  const auto* beam = std::get_if<BeamBody>(&file.as<DeformableScene>()->scene.body.kind);
  return beam && beam->shape.cells.cast<double>().prod() <= most_cells;
}

}  // namespace simbench::fuzz

// An experiment: a scene, a solver with its settings, and how it is run and recorded. A plain value: everything that the
// results depend on, together with the build.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/cache.h"
#include "experiment/scene_file.h"

namespace simbench {

constexpr int manifest_format = 1;  // of the layout that docs/output.md describes

struct Experiment {
  std::string scene_file;  // as given on the command line; for people
  SceneFile scene;
  std::string solver;  // of the scene's kind, and takes it
  RunOptions options;

  // With all defaults resolved, without the scene's file and folder.
  nlohmann::ordered_json json() const;
  // The member "scene" of it, with the settings of this solver.
  nlohmann::ordered_json scene_json() const;
  std::string run_id() const;  // 16 hexadecimal digits
  RunLength length() const { return scene.length(); }
  // From where its scene was prepared to; the experiment, that and the cache must outlive the trial.
  std::unique_ptr<Trial> trial(const PreparedScene& prepared, const Cache& cache) const {
    return scene.trial(solver, prepared, options, cache);
  }

  // From a manifest, which stands for the scene's file in messages. Relative paths in the scene begin at `mesh_folder`, or where
  // they did, if it is empty. Throws Error (usage) if it is no manifest, or one of another format, and whatever reading a scene throws.
  static Experiment from_manifest(const std::filesystem::path& manifest,
                                  const std::filesystem::path& mesh_folder = {});
};

// Of the JSON of an experiment ("solver", "options", "scene") what the results depend on: without words, and without the
// places of files whose contents are known.
nlohmann::ordered_json identity(nlohmann::ordered_json experiment);

}  // namespace simbench

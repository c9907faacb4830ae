// An experiment: a scene, a solver with its settings, and the options of the run. It is a plain value.
// Results depend on it and on the build, and on nothing else.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/scene_file.h"

namespace simbench {

constexpr int manifest_format = 1;  // version of the layout that docs/output.md describes

struct Experiment {
  std::string scene_file;  // as given on the command line; only shown to users
  SceneFile scene;
  std::string solver;  // one that does not decline the scene
  RunOptions options;

  // "solver", "options" and "scene", with all defaults resolved. It does not contain the scene's file and
  // folder.
  nlohmann::ordered_json json() const;
  // The member "scene" of json(). It contains the settings of this solver only.
  nlohmann::ordered_json scene_json() const;
  std::string run_id() const;  // 16 hexadecimal digits
  RunLength length() const { return scene->length(); }
  // The experiment and `prepared` must outlive the trial.
  std::unique_ptr<Trial> trial(const PreparedScene& prepared) const {
    return scene->trial(solver, prepared, options);
  }

  // Reads the experiment from the manifest of its run. Relative paths in the scene begin at `mesh_folder`; if
  // that is empty, they begin in the same folder as in the run. The file of a solver in Python is executed
  // only if `trusts_solver_files`. Throws Error (usage) if the file is not a manifest of this format, if it
  // names such a file that is not trusted or has changed, and the errors of read_scene_file().
  static Experiment from_manifest(const std::filesystem::path& manifest,
                                  const std::filesystem::path& mesh_folder = {},
                                  bool trusts_solver_files = false);
};

// The folder in which relative paths of a run's scene began. environment.json beside the manifest names it;
// empty if that file is missing.
std::filesystem::path scene_folder(const std::filesystem::path& manifest);

// The part of an experiment's JSON ("solver", "options", "scene") that the results depend on. It leaves out
// descriptions, the limit of wall-clock time, and the paths of files whose contents are hashed.
nlohmann::ordered_json identity(nlohmann::ordered_json experiment);

}  // namespace simbench

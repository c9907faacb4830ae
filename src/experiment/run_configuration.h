// What a run is made of: the scene with all defaults resolved, a solver, and how it is run and recorded.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "experiment/run.h"

namespace simbench {

constexpr int manifest_format = 1;  // of the layout that docs/output.md describes

// Everything that the results depend on, together with the build.
struct RunConfiguration {
  std::string scene_file;        // as given on the command line; for people
  nlohmann::ordered_json scene;  // resolved, with the settings of this solver only
  std::string solver;
  RunOptions options;
  std::filesystem::path scene_folder;  // where relative paths in the scene begin; no result depends on it

  nlohmann::ordered_json json() const;  // without the scene's file and folder
  std::string run_id() const;           // 16 hexadecimal digits
  // `name` stands for the file in messages.
  Scene parsed_scene(const std::string& name = "the scene of a run") const;
  // From a manifest. Throws Error (usage) if it is none, or of another format.
  static RunConfiguration from_manifest(const std::filesystem::path& manifest);
};

// Of the JSON of a configuration ("solver", "options", "scene") what the results depend on: without words, and without the
// places of files whose contents are known.
nlohmann::ordered_json identity(nlohmann::ordered_json run);

}  // namespace simbench

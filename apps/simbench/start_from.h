// --start-from RUN[@STEP]: the checkpoint in which a run begins.
#pragma once

#include <filesystem>
#include <string>

#include "config/document.h"

namespace simbench {

struct StartFrom {
  std::filesystem::path run;         // the folder of a run
  std::filesystem::path checkpoint;  // the file of its step

  // Without a step, the last checkpoint of the run. Throws Error (usage) if the folder has no such
  // checkpoint; the message lists those it has, or tells which option writes them.
  static StartFrom parse(const std::string& text);
  // The scene of the run.
  config::Document scene() const;
  // The name of the scene's file in the run.
  std::filesystem::path scene_file() const;
  // Lets a scene begin there.
  void apply(config::Document& scene) const;
};

}  // namespace simbench

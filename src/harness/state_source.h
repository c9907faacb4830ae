// The member "state" of a scene: the files in which a motion begins, instead of at rest or as the scene
// describes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/checkpoint.h"
#include "harness/scene_kind.h"

namespace simbench {

// A file that a scene names, and the hash of its contents; any contents are accepted if the hash is empty.
struct HashedFile {
  std::optional<std::string> path;
  std::optional<std::string> sha256 = {};

  // Describes `key` and <key>_sha256.
  void describe(config::Fields& fields, const std::string& key, std::string_view doc,
                std::string_view example);
  // Finds the file: a path of the document begins at its folder, one of --set first at `set_folder` (empty:
  // the current folder). Makes the path absolute if it is not below the document's folder. Throws Error
  // (mesh) if there is no such file.
  std::filesystem::path found(const std::string& pointer, const config::Document& document,
                              const std::filesystem::path& set_folder);
  // For the scene's list of files; `path` is given.
  SourceFile source(const std::string& pointer);
  // Notes the hash of the contents. Throws Error (mesh) if they should have another one.
  void check(const std::string& contents_sha256);
};

// Whether a solver that keeps something from step to step, such as multipliers, begins with what the state
// has of it, or with nothing as in a first step.
enum class StateMemory { kept, none };

struct StateSource {
  HashedFile file;             // a Checkpoint
  std::optional<double> time;  // [s]; empty: that of the file, or 0
  StateMemory memory = StateMemory::kept;

  // The members of all kinds of scenes, around those of `others`, which describes files of another format.
  void describe(config::Fields& fields, const config::Describe& others);
  // Reads `file`, which is given. Throws Error (usage) with the place if it is not a state of this kind of
  // scene.
  Checkpoint read(std::string_view kind, const config::Document& document,
                  const std::filesystem::path& set_folder);
};

// Why `solver`, which keeps the lists `kept` from step to step, cannot continue `stored`; empty if it can,
// because it keeps nothing, wrote them itself, or is to begin without memory.
Declines why_not_continued(const Checkpoint& stored, std::string_view solver, const NamedNumbers& kept);

}  // namespace simbench

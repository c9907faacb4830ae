// Finds scenes, meshes and other named files. docs/scene.md explains the rule to users.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace simbench {

// Files that a command takes by path or by name. They are in the folders of scenes, or in `subfolder` of
// these. The folders of scenes are ./scenes and scenes/ of the executable, and both have a folder per kind of
// scene.
struct NamedFiles {
  std::string_view what;
  std::filesystem::path subfolder;

  // Searches for a path from the current folder (with or without .json), then for the name in ./scenes, then
  // in the folders of scenes that belong to the executable. A relative path with a folder, such as
  // ../scenes/beam.json, that stands in a file is first searched from `folder`, that of the file. Throws Error
  // (usage) that lists the searched folders and similar names.
  std::filesystem::path find(const std::string& name, const std::filesystem::path& folder = {}) const;
  // All files of these folders (not of the current one), without duplicates, sorted by name.
  std::vector<std::filesystem::path> all() const;

 private:
  std::vector<std::filesystem::path> folders() const;
};
inline const NamedFiles named_scenes{"scene", ""};

// The first folder that contains the file: searches `folders`, then the folders of scenes. If the file is an
// absolute path, any folder will do. Throws Error (mesh) that lists the searched folders.
std::filesystem::path folder_that_has(const std::string& file, std::vector<std::filesystem::path> folders);

}  // namespace simbench

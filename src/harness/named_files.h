// Finds scenes, meshes and other named files. docs/scene.md explains the rule to users.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace simbench {

// Files that a command takes by path or by name. Scenes are in ./scenes, in the folder scenes/ of the
// executable, and in a folder per kind of scene in each of these. Other files are in `subfolder` of ./scenes
// and scenes/.
struct NamedFiles {
  std::string_view what;
  std::filesystem::path subfolder;

  // Searches for `name`, with or without .json, in the current folder, then in the folders above. If `name`
  // was read from a file and contains a folder, as in ../scenes/beam.json, it is first searched for in
  // `folder`, the folder of that file. Throws Error (usage) that lists the searched folders and similar
  // names.
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

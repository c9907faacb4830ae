// Where scenes, their meshes and whatever else has a name are found. docs/scene.md tells users the rule.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace simbench {

// Files that a command takes by path or by name, kept in the folders of scenes or in one folder of these.
struct NamedFiles {
  std::string_view what;
  std::filesystem::path subfolder;

  // A path from the current folder (with or without .json), else that name in ./scenes, else in the folders of scenes
  // that belong to the executable. Throws Error (usage) that says where it has looked, and names what is similar.
  std::filesystem::path find(const std::string& name) const;
  // All files of the folders above (not of the current one), without duplicates, sorted by name.
  std::vector<std::filesystem::path> all() const;

 private:
  std::vector<std::filesystem::path> folders() const;
};
inline const NamedFiles named_scenes{"scene", ""};

// Which of these folders, or of the folders of scenes, has the file; an absolute file is where it says. Throws Error (mesh)
// that says where it has looked.
std::filesystem::path folder_that_has(const std::string& file, std::vector<std::filesystem::path> folders);

}  // namespace simbench

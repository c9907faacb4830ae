// Where scenes and their meshes are found.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace simbench {

// Where a scene named on the command line is: the path itself, else that name in ./scenes, else in the
// folders of scenes that belong to the executable. Throws Error (usage) with the names there are.
std::filesystem::path find_scene_file(const std::string& name);
// All scene files of the folders above, without duplicates, sorted by name.
std::vector<std::filesystem::path> scene_files();

// The file that a scene of this folder names: an absolute path itself, a relative one in that folder, else in the folders
// above; if it is nowhere, where it should be.
std::filesystem::path find_beside(const std::filesystem::path& scene_folder, const std::string& file);

}  // namespace simbench

#include "scene/scene_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/nearest_name.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// ./scenes, then the scenes that were installed or checked out with the executable.
std::vector<fs::path> scene_folders() {
  std::vector<fs::path> folders = {"scenes"};
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path folder = executable.parent_path();
    folders.push_back((folder / "../share/simbench/scenes").lexically_normal());
    folders.push_back((folder / "../../scenes").lexically_normal());
  }
  return folders;
}

}  // namespace

std::vector<fs::path> scene_files() {
  std::vector<fs::path> files;
  std::set<std::string> names;
  for (const fs::path& folder : scene_folders()) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename();
      if (!name.ends_with(".json") || name.ends_with(".schema.json")) continue;
      if (names.insert(name).second) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end(),
            [](const fs::path& a, const fs::path& b) { return a.filename() < b.filename(); });
  return files;
}

fs::path find_scene_file(const std::string& name) {
  std::error_code error;
  if (fs::exists(name, error)) return name;
  for (const fs::path& folder : scene_folders()) {
    for (const std::string& candidate : {name, name + ".json"}) {
      if (fs::is_regular_file(folder / candidate, error)) return folder / candidate;
    }
  }
  std::vector<std::string> names;
  for (const fs::path& file : scene_files()) names.push_back(file.filename());
  throw Error(ExitCode::usage, fmt::format("{}: no such scene, neither here nor in the scenes folder{}", name,
                                           did_you_mean(name, names)));
}

fs::path find_beside(const fs::path& scene_folder, const std::string& file) {
  std::vector<fs::path> folders = scene_folders();
  folders.insert(folders.begin(), scene_folder);
  std::error_code error;
  for (const fs::path& folder : folders) {
    if (fs::exists(folder / file, error)) return folder / file;
  }
  return scene_folder / file;
}

}  // namespace simbench

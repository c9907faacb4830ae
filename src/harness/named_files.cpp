#include "harness/named_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "base/error.h"
#include "base/lower_case.h"
#include "base/nearest_name.h"
#include "base/own_program.h"
#include "harness/scene_kind.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// ./scenes, then the folders that were installed or checked out with the executable.
std::vector<fs::path> top_folders() {
  std::vector<fs::path> folders = {"scenes"};
  if (const fs::path program = own_program(); !program.empty()) {
    const fs::path folder = program.parent_path();
    folders.push_back((folder / "../share/simbench/scenes").lexically_normal());
    folders.push_back((folder / "../../scenes").lexically_normal());
  }
  return folders;
}

// The top folders, each with its folders of one kind of scene.
std::vector<fs::path> scene_folders() {
  std::vector<fs::path> folders;
  for (const fs::path& top : top_folders()) {
    folders.push_back(top);
    for (const SceneKind& kind : scene_kinds()) folders.push_back(top / kind.name);
  }
  return folders;
}

// "the current folder, scenes, /usr/local/share/simbench/scenes", without duplicates.
std::string texts(const std::vector<fs::path>& folders) {
  std::vector<std::string> texts;
  for (const fs::path& folder : folders) {
    const std::string text = folder.empty() ? "the current folder" : folder.string();
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

// A word as one types it in a shell.
std::string quoted(const std::string& word) {
  return word.find_first_of(" '\"$&;()") == std::string::npos ? word : fmt::format("'{}'", word);
}

// Whether the ending is one of meshes.
bool is_mesh(const fs::path& file) {
  const std::string ending = lower_case(file.extension().string());
  constexpr std::array<std::string_view, 13> endings = {".msh",  ".node", ".ele", ".off", ".vtk",
                                                        ".vtu",  ".obj",  ".stl", ".ply", ".inp",
                                                        ".mesh", ".med",  ".xdmf"};
  return std::ranges::find(endings, ending) != endings.end();
}

// Files of JSON in a folder that may not exist; schemas are no named files.
std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    if (name.ends_with(".json") && !name.ends_with(".schema.json")) files.push_back(entry.path());
  }
  return files;
}

}  // namespace

std::vector<fs::path> NamedFiles::folders() const {
  if (subfolder.empty()) return scene_folders();
  std::vector<fs::path> folders = top_folders();
  for (fs::path& folder : folders) folder /= subfolder;
  return folders;
}

std::vector<fs::path> NamedFiles::all() const {
  std::vector<fs::path> files;
  std::set<std::string> names;
  for (const fs::path& folder : folders()) {
    for (const fs::path& file : json_files(folder))
      if (names.insert(file.filename()).second) files.push_back(file);
  }
  std::sort(files.begin(), files.end(),
            [](const fs::path& a, const fs::path& b) { return a.filename() < b.filename(); });
  return files;
}

fs::path NamedFiles::find(const std::string& name, const fs::path& folder_of_file) const {
  std::vector<fs::path> searched = folders();
  searched.insert(searched.begin(), fs::path());
  if (fs::path(name).has_parent_path() && !folder_of_file.empty())
    searched.insert(searched.begin(), folder_of_file);
  if (is_mesh(name) && subfolder.empty()) {
    throw Error(
        ExitCode::usage,
        fmt::format("{}: this is a mesh and not a scene; to make a scene with it, type: simbench new-scene "
                    "{} --mesh {}",
                    name, quoted(fs::path(name).stem().string() + "_scene"), quoted(name)));
  }
  std::error_code error;
  for (const fs::path& folder : searched) {
    for (const std::string& candidate : {name, name + ".json"}) {
      const fs::file_status status = fs::status(folder / candidate, error);
      if (fs::exists(status) && !fs::is_directory(status)) return folder / candidate;
    }
  }
  std::vector<std::string> names;
  std::vector<fs::path> known = json_files(".");
  std::ranges::copy(all(), std::back_inserter(known));
  for (const fs::path& file : known) names.push_back(name.ends_with(".json") ? file.filename() : file.stem());
  const char* also = fs::is_directory(name, error) ? " (a folder has this name)" : "";
  throw Error(ExitCode::usage,
              fmt::format("{}: no such {}{}; looked for it, with and without .json, in: {}{}", name, what,
                          also, texts(searched),
                          nearest_name(name, names) ? did_you_mean(name, names)
                                                    : fmt::format("; simbench list {}s names them", what)));
}

fs::path folder_that_has(const std::string& file, std::vector<fs::path> folders) {
  const std::vector<fs::path> others = scene_folders();
  folders.insert(folders.end(), others.begin(), others.end());
  std::error_code error;
  for (const fs::path& folder : folders) {
    if (fs::exists(folder / file, error)) return folder;
  }
  const std::string where = fs::path(file).is_absolute() ? "" : "; looked in: " + texts(folders);
  throw Error(ExitCode::mesh, fmt::format("'{}': no such file{}", file, where));
}

}  // namespace simbench

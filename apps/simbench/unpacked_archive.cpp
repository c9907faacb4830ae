#include "simbench/unpacked_archive.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/child.h"
#include "base/error.h"
#include "harness/archive_root.h"
#include "results/stored_run.h"
#include "simbench/python_program.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

constexpr ChildLimits no_limits = {1e6, std::size_t{1} << 24};

// The message of the program without its prefix.
std::string message_without_prefix(std::string text) {
  constexpr std::string_view mark = "simbench: ";
  if (const std::size_t found = text.find(mark); found != std::string::npos)
    text.erase(0, found + mark.size());
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

}  // namespace

bool UnpackedArchive::is_named(const fs::path& path) {
  return path.extension() == ".zst" || fs::exists(path / archive_hashes);
}

UnpackedArchive::UnpackedArchive(const fs::path& path) {
  std::vector<std::string> words = {"--check"};
  if (!fs::is_directory(path)) words = {"--unpack", folder_.emplace().path().string()};
  words.insert(words.end(), {"--", path.string()});
  const ChildResult child = run_child(python_program("archive"), words, no_limits);
  if (child.exit_code != 0) {
    const bool damaged = child.exit_code == static_cast<int>(ExitCode::check_failed);
    throw Error(damaged ? ExitCode::check_failed : ExitCode::usage,
                child.signal == 0 ? message_without_prefix(child.output)
                                  : fmt::format("{}: simbench archive was ended by signal {}", path.string(),
                                                child.signal));
  }
  root_ = folder_ ? fs::path(fs::directory_iterator(folder_->path())->path()) : path;
  if (!fs::is_directory(results()))
    throw Error(ExitCode::check_failed,
                path.string() + " is not an archive of simbench: it has no folder results");
}

std::vector<fs::path> UnpackedArchive::runs() const {
  return run_folders(results());
}

fs::path UnpackedArchive::mesh_folder(const fs::path& manifest) {
  const fs::path root = archive_around(manifest);
  return root.empty() || !fs::exists(root / "meshes") ? fs::path() : root / "meshes";
}

}  // namespace simbench

// A .tar.zst of `simbench archive`, checked and unpacked into a temporary folder. The destructor removes the
// folder.
#pragma once

#include <filesystem>
#include <vector>

#include "base/temporary_folder.h"

namespace simbench {

class UnpackedArchive {
 public:
  // Whether a path names an archive.
  static bool is_named(const std::filesystem::path& path) { return path.extension() == ".zst"; }

  // Throws Error (check_failed) if the archive is damaged, and Error (usage) if the Python package or the
  // file is missing.
  explicit UnpackedArchive(const std::filesystem::path& file);

  // The folder that was packed.
  std::filesystem::path results() const { return root_ / "results"; }
  // The folders of its runs, sorted.
  std::vector<std::filesystem::path> runs() const;
  // The folder of the mesh of a run's scene; empty if the archive has none.
  std::filesystem::path mesh_folder(const std::filesystem::path& run) const;

 private:
  TemporaryFolder folder_;
  std::filesystem::path root_;
};

}  // namespace simbench

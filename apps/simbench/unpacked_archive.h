// A .tar.zst of `simbench archive`, checked and unpacked as long as the object lives.
#pragma once

#include <filesystem>
#include <vector>

#include "base/temporary_folder.h"

namespace simbench {

class UnpackedArchive {
 public:
  // Whether a path is meant as an archive.
  static bool is_named(const std::filesystem::path& path) { return path.extension() == ".zst"; }

  // Throws Error: check_failed for an archive that is damaged, usage where the Python package or the file is missing.
  explicit UnpackedArchive(const std::filesystem::path& file);

  // As it was packed.
  std::filesystem::path results() const { return root_ / "results"; }
  // The folders of its runs, sorted.
  std::vector<std::filesystem::path> runs() const;
  // Where the mesh of a run's scene is; empty if the archive has none for it.
  std::filesystem::path mesh_folder(const std::filesystem::path& run) const;

 private:
  TemporaryFolder folder_;
  std::filesystem::path root_;
};

}  // namespace simbench

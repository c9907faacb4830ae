// A .tar.zst of `simbench archive`, checked and unpacked into a temporary folder, which the destructor
// removes; or a folder that a user has unpacked from one, checked where it is.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/temporary_folder.h"

namespace simbench {

class UnpackedArchive {
 public:
  // Whether a path names an archive, packed or unpacked.
  static bool is_named(const std::filesystem::path& path);

  // Throws Error (check_failed) if the archive is damaged, and Error (usage) if the Python package or the
  // file is missing.
  explicit UnpackedArchive(const std::filesystem::path& path);

  // The folder that was packed.
  std::filesystem::path results() const { return root_ / "results"; }
  // The folders of its runs, sorted.
  std::vector<std::filesystem::path> runs() const;
  // The folder of the files of scenes, if the manifest is in an unpacked archive that has some; else empty.
  static std::filesystem::path mesh_folder(const std::filesystem::path& manifest);

 private:
  std::optional<TemporaryFolder> folder_;  // of a .tar.zst
  std::filesystem::path root_;
};

}  // namespace simbench

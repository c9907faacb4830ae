// A folder of its own in $TMPDIR that vanishes with its object.
#pragma once

#include <filesystem>
#include <string>

namespace simbench {

class TemporaryFolder {
 public:
  // Throws Error (output) if it cannot be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace simbench

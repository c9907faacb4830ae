// A new folder in $TMPDIR that is removed with its object.
#pragma once

#include <filesystem>
#include <string>

namespace simbench {

class TemporaryFolder {
 public:
  // Throws Error (output) if the folder cannot be created.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  // Removes the folders of killed processes: folders of this user with a temporary_name() that nobody has
  // locked.
  static void remove_leftovers();

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // descriptor of the folder; the lock ends with the process, however the process ends
};

}  // namespace simbench

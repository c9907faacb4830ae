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

  // Removes those of processes that were killed: folders of this user with an own_name() that nobody holds a lock on.
  static void remove_leftovers();

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // descriptor of the folder; the lock ends with the process, however that ends
};

}  // namespace simbench

// Folders that are made for files to come, and vanish if none comes.
#pragma once

#include <filesystem>
#include <vector>

namespace simbench {

class NewFolders {
 public:
  // Creates a folder and its parents where they are missing. Throws Error (output).
  explicit NewFolders(const std::filesystem::path& folder);
  // Removes those that it has created and that are empty.
  ~NewFolders();
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;

 private:
  std::vector<std::filesystem::path> created_;  // the innermost first
};

}  // namespace simbench

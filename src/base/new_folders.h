// Creates folders for files that will be written, and removes them if they stay empty.
#pragma once

#include <filesystem>
#include <vector>

namespace simbench {

class NewFolders {
 public:
  // Creates a folder and its missing parents. Throws Error (output).
  explicit NewFolders(const std::filesystem::path& folder);
  // Removes the folders that the constructor created, if they are empty.
  ~NewFolders();
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;

 private:
  std::vector<std::filesystem::path> created_;  // innermost first
};

}  // namespace simbench

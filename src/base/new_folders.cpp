#include "base/new_folders.h"

#include "base/atomic_file.h"

namespace simbench {

namespace fs = std::filesystem;

NewFolders::NewFolders(const fs::path& folder) {
  std::error_code error;
  const fs::path place = fs::absolute(folder).lexically_normal();
  for (fs::path path = place; !fs::exists(path, error) && path.has_relative_path();
       path = path.parent_path()) {
    if (path.has_filename()) created_.push_back(path);
  }
  create_folders(place);
}

NewFolders::~NewFolders() {
  std::error_code ignored;
  for (const fs::path& folder : created_) fs::remove(folder, ignored);  // fails if the folder is not empty
}

}  // namespace simbench

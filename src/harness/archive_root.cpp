#include "harness/archive_root.h"

namespace simbench {

namespace fs = std::filesystem;

fs::path archive_around(const fs::path& file) {
  fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  while (folder.has_relative_path() && !fs::exists(folder / archive_hashes)) folder = folder.parent_path();
  return folder.has_relative_path() ? folder : fs::path();
}

}  // namespace simbench

// The committed mesh files of tests/mesh/files (made by make_files.sh there), and functions that parse a file
// by its extension.
#pragma once

#include <filesystem>

#include "base/atomic_file.h"
#include "mesh/mesh_file.h"
#include "mesh/surface.h"
#include "tests/support/errors.h"

namespace simbench::test {

inline std::filesystem::path source_folder() {
  return SIMBENCH_SOURCE_DIR;
}

inline std::filesystem::path mesh_file(const std::string& name) {
  return source_folder() / "tests/mesh/files" / name;
}

inline bool is_surface(const std::filesystem::path& file) {
  return file.extension() == ".off";
}

// Reads and checks a mesh or a surface, by the extension.
inline void read_and_check(const std::filesystem::path& file) {
  if (is_surface(file)) {
    check_surface(read_surface(file), file.string());
  } else {
    read_mesh_file(file);
  }
}

// The message of the Error; empty if there is none.
inline std::string error_of(const std::function<void()>& action) {
  const std::string text = error_text(ExitCode::mesh, action);
  return text == "no error" ? "" : text;
}

}  // namespace simbench::test

// Where the running program is.
#pragma once

#include <filesystem>
#include <system_error>

namespace simbench {

// The file of the running program; empty if the system does not tell.
inline std::filesystem::path own_program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

}  // namespace simbench

#include "base/own_program.h"

#include <system_error>

namespace simbench {

namespace {

std::filesystem::path& told() {
  static std::filesystem::path file;
  return file;
}

}  // namespace

std::filesystem::path own_program() {
  if (!told().empty()) return told();
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

void set_own_program(std::filesystem::path file) {
  told() = std::move(file);
}

}  // namespace simbench

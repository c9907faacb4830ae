#include "simbench/python_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "base/error.h"
#include "base/split.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// $PATH, the .venv of the current folder, and the .venv of the repository if this program is its
// build/<preset>/simbench. docs/output.md explains the rule to users.
std::vector<fs::path> folders_of_programs() {
  std::vector<fs::path> folders;
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path ? path : "", ':')) {
    if (!folder.empty()) folders.emplace_back(folder);
  }
  folders.emplace_back(".venv/bin");
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back((program.parent_path() / "../../.venv/bin").lexically_normal());
  return folders;
}

bool is_program(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

}  // namespace

fs::path python_program(const std::string& command) {
  const std::string name = "simbench-" + command;
  for (const fs::path& folder : folders_of_programs()) {
    if (is_program(folder / name)) return folder / name;
  }
  throw Error(
      ExitCode::usage,
      fmt::format("this needs {} of simbench's Python package, which is neither in $PATH nor in .venv/bin; "
                  "type scripts/run.sh in the repository, which installs it there, or 'python3 -m pip "
                  "install REPOSITORY' in another Python environment",
                  name));
}

}  // namespace simbench

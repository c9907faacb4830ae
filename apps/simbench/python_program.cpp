#include "simbench/python_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "base/child.h"
#include "base/error.h"
#include "base/own_program.h"
#include "base/split.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// The environment that was installed together with this program, the folder of this program, where pip puts
// them, $PATH, and the .venv of the repository if this program is its build/<preset>/simbench. The current
// folder may be somebody else's, so nothing in it is executed. docs/output.md explains the rule to users.
std::vector<fs::path> folders_of_programs() {
  const fs::path own = own_program();
  std::vector<fs::path> folders;
  if (!own.empty()) {
    folders.push_back((own.parent_path() / "../lib/simbench/venv/bin").lexically_normal());
    folders.push_back(own.parent_path());
  }
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path ? path : "", ':')) {
    if (folder.starts_with('/')) folders.emplace_back(folder);
  }
  if (!own.empty()) folders.push_back((own.parent_path() / "../../.venv/bin").lexically_normal());
  return folders;
}

bool is_program(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

// The command that installs the package for this program, which is in PREFIX/bin or in a build folder.
std::string install_command() {
  const fs::path folder = own_program().parent_path();
  return folder.filename() == "bin"
             ? fmt::format("PREFIX='{}' scripts/install.sh", folder.parent_path().string())
             : "scripts/run.sh";
}

}  // namespace

fs::path python_program(const std::string& command) {
  const std::string name = "simbench-" + command;
  for (const fs::path& folder : folders_of_programs()) {
    if (is_program(folder / name)) return folder / name;
  }
  throw Error(
      ExitCode::usage,
      fmt::format("this needs {} of simbench's Python package, which is neither beside this program nor "
                  "in $PATH; type {} in a clone of the repository, which installs it",
                  name, install_command()));
}

void become_python_program(const std::string& command, const std::vector<std::string>& words) {
  const fs::path program = python_program(command);
  if (const fs::path own = own_program(); !own.empty()) ::setenv("SIMBENCH", own.c_str(), 0);
  ::setenv("MPLBACKEND", "agg", 1);  // it draws into files, and may lack the backend of the caller's notebook
  become_program(program, words);
}

}  // namespace simbench

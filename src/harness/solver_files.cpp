#include "harness/solver_files.h"

#include <fmt/format.h>

#include "base/error.h"

namespace simbench {

namespace {

SolverFileLoader& current_loader() {
  static SolverFileLoader loader;
  return loader;
}

}  // namespace

void set_solver_file_loader(SolverFileLoader loader) {
  current_loader() = std::move(loader);
}

bool names_solver_file(std::string_view name) {
  return name.ends_with(".py");
}

std::string load_solver_file(const std::filesystem::path& file) {
  if (!current_loader())
    throw Error(ExitCode::usage,
                fmt::format("{}: this program cannot read solvers from Python files", file.string()));
  return current_loader()(file);
}

}  // namespace simbench

#include "harness/solver_files.h"

#include <fmt/format.h>

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

std::string load_solver_file(const std::filesystem::path& file, FileOf what) {
  if (!current_loader())
    throw Error(
        ExitCode::usage,
        fmt::format("{}: this program cannot read solvers and terms from Python files", file.string()));
  return current_loader()(file, what);
}

UntrustedSolverFile::UntrustedSolverFile(const std::string& where, const std::string& what,
                                         const std::filesystem::path& file)
    : Error(ExitCode::usage,
            fmt::format("{}: {} executes the Python file {}; read that file, and add --trust if you "
                        "trust it",
                        where, what, file.string())) {}

std::string SolverFiles::load(const std::filesystem::path& file) {
  const std::string name = load_solver_file(file);
  const auto [other, is_new] = files_.emplace(name, file);
  if (!is_new && std::filesystem::weakly_canonical(other->second) != std::filesystem::weakly_canonical(file))
    throw Error(ExitCode::usage,
                fmt::format("{} and {} have solvers of the same name '{}'; rename one of them",
                            other->second.string(), file.string(), name));
  return name;
}

}  // namespace simbench

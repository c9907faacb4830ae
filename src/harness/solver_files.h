// Solvers and terms of the objective in files, such as a Python file with a class that iterates. Only a host
// that can read such files, such as the Python package, sets a loader.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"

namespace simbench {

// What a file has.
enum class FileOf { solver, term };

// Reads a file, registers the solver or the term in it, and returns its name. Throws Error (usage).
using SolverFileLoader = std::function<std::string(const std::filesystem::path&, FileOf)>;
void set_solver_file_loader(SolverFileLoader loader);

// The solver or the term of such a file has failed by an exception of its own, such as one of Python. Only
// its run ends.
class SolverError : public Error {
 public:
  using Error::Error;
};

// Whether a name is the path of a file with a solver: it ends with ".py".
bool names_solver_file(std::string_view name);
// Calls the loader. Throws Error (usage) if there is none.
std::string load_solver_file(const std::filesystem::path& file, FileOf what = FileOf::solver);

// A manifest or a plan that is only read, perhaps of somebody else, names such a file. Reading it would
// execute the file, so the user must say that they trust it.
class UntrustedSolverFile : public Error {
 public:
  // `what`: "repeating this run".
  UntrustedSolverFile(const std::string& where, const std::string& what, const std::filesystem::path& file);
};

// The files of solvers that a command or a plan names.
class SolverFiles {
 public:
  // As load_solver_file(). Also throws Error (usage) if another file has a solver of this name, because only
  // one of them could run.
  std::string load(const std::filesystem::path& file);

 private:
  std::map<std::string, std::filesystem::path> files_;  // by the solver's name
};

}  // namespace simbench

// Solvers in files, such as a Python file with a class that iterates. Only a host that can read such files,
// such as the Python package, sets a loader.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace simbench {

// Reads a file, registers the solver in it, and returns the solver's name. Throws Error (usage).
using SolverFileLoader = std::function<std::string(const std::filesystem::path&)>;
void set_solver_file_loader(SolverFileLoader loader);

// Whether a name is the path of a file with a solver: it ends with ".py".
bool names_solver_file(std::string_view name);
// Calls the loader. Throws Error (usage) if there is none.
std::string load_solver_file(const std::filesystem::path& file);

}  // namespace simbench

// Finds programs of simbench's Python package, which some commands start.
#pragma once

#include <filesystem>
#include <string>

namespace simbench {

// The path of the package's `simbench-<command>`. Throws Error (usage), which tells what to install, if it is
// missing.
std::filesystem::path python_program(const std::string& command);

}  // namespace simbench

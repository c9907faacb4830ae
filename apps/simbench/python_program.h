// Programs of simbench's Python package, which some commands start.
#pragma once

#include <filesystem>
#include <string>

namespace simbench {

// Where the package's `simbench-<command>` is. Throws Error (usage) that says what to install where it is not.
std::filesystem::path python_program(const std::string& command);

}  // namespace simbench

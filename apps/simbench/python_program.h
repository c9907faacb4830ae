// Finds programs of simbench's Python package, which some commands start.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace simbench {

// The path of the package's `simbench-<command>`. Throws Error (usage), which tells what to install, if it is
// missing.
std::filesystem::path python_program(const std::string& command);
// Replaces this process by that program. A study calls this simbench, unless $SIMBENCH names another one.
[[noreturn]] void become_python_program(const std::string& command, const std::vector<std::string>& words);

}  // namespace simbench

// Where the running program is.
#pragma once

#include <filesystem>

namespace simbench {

// The file of the running program; empty if the system does not tell.
std::filesystem::path own_program();
// For a program that another one contains, such as Python: the file by which users call it.
void set_own_program(std::filesystem::path file);

}  // namespace simbench

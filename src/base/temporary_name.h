// Names of simbench's hidden and temporary files and folders. A later process recognises leftovers of killed
// processes by these names, and removes no other files.
#pragma once

#include <string>
#include <string_view>

namespace simbench {

// "<start><this process's id>-<seal>". The seal is a hash of the text before it, so that no user chooses such
// a name by chance.
std::string temporary_name(std::string_view start);

// Whether `name` is a temporary_name() with this start, made by any process.
bool is_temporary_name(std::string_view name, std::string_view start);

}  // namespace simbench

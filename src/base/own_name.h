// Names of our hidden and temporary files and folders, which a later process recognises, so that it removes what a killed one left
// and nothing of anybody else's.
#pragma once

#include <string>
#include <string_view>

namespace simbench {

// "<start><this process's id>-<seal>". The seal is a hash of what stands before it, so that nobody takes such a name by chance.
std::string own_name(std::string_view start);

// Whether `name` is an own_name() of that start, of any process.
bool is_own_name(std::string_view name, std::string_view start);

}  // namespace simbench

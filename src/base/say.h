// Messages for people, on standard error.
#pragma once

#include <string>

namespace simbench {

// Nothing is lost, and nothing is thrown, if standard error is closed or full: results go to files.
void say(const std::string& text) noexcept;

}  // namespace simbench

// Messages for people, on standard error.
#pragma once

#include <string>

namespace simbench {

// Visibly (visible.h). Nothing is lost, and nothing is thrown, if standard error is closed or full: results go to files.
void say(const std::string& text) noexcept;

// Empties the line of a terminal that the cursor is in.
void erase_line() noexcept;

}  // namespace simbench

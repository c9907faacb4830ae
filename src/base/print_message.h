// Prints messages for people to standard error.
#pragma once

#include <string>

namespace simbench {

// Escapes control characters (visible.h). If standard error is closed or full, the message is lost and
// nothing is thrown: results go to files.
void print_message(const std::string& text) noexcept;

// Clears the terminal line of the cursor.
void erase_line() noexcept;

}  // namespace simbench

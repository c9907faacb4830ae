// Prints to the standard output.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace simbench {

// Thrown when the reader of the standard output has closed it, as in `simbench list | head -1`.
class OutputClosed {};

// From now on, a closed standard output does not stop the command: its results go to files.
void ignore_closed_output();

// Prints text with control characters escaped (visible.h). Throws Error (output) if it cannot be written, or
// OutputClosed.
void print_text(std::string_view text);
// Prints text without escaping, for our own colours.
void print_raw(const std::string& text);
void flush_output();

template <class... Values>
void print_out(fmt::format_string<Values...> format, Values&&... values) {
  print_text(fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace simbench

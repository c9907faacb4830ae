// What a command prints: the standard output.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace simbench {

// Thrown where nobody reads the standard output any more, as in `simbench list | head -1`.
class ReaderLeft {};

// From now on that is no reason to stop: what the command computes goes to files.
void go_on_without_reader();

// Prints text visibly (visible.h). Throws Error (output) if it cannot be written, and ReaderLeft.
void print_text(std::string_view text);
// The same as it is, for colours of our own.
void print_raw(const std::string& text);
// What is still buffered.
void flush_output();

template <class... Values>
void print_out(fmt::format_string<Values...> format, Values&&... values) {
  print_text(fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace simbench

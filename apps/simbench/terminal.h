// The terminal that shows an output stream of the process.
#pragma once

#include <optional>

namespace simbench {

struct Terminal {
  int columns;   // its width in characters
  bool colours;  // false if NO_COLOR is set (https://no-color.org)
  bool is_utf8;  // from LC_ALL, LC_CTYPE or LANG, the first of these that is set
};

// The terminal that a descriptor writes to. Empty if it is a file or a pipe, or if TERM is "dumb" or not set.
std::optional<Terminal> terminal_of(int descriptor);

}  // namespace simbench

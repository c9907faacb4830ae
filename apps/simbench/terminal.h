// What a stream of the process shows its text on.
#pragma once

#include <optional>

namespace simbench {

struct Terminal {
  int columns;   // its width in characters
  bool colours;  // false where NO_COLOR is set (https://no-color.org)
};

// The terminal that a descriptor writes to; nothing if that is a file or a pipe, or if TERM says that it can do nothing but
// print ("dumb", or not set).
std::optional<Terminal> terminal_of(int descriptor);

}  // namespace simbench

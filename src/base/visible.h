// Prints text for people. Parts of it may come from scenes, arguments and file names.
#pragma once

#include <cstdio>
#include <string_view>

namespace simbench {

// Writes UTF-8 to a stream and prevents side effects on a terminal: control characters (except line feed and
// tab), and characters without a shape that reorder or hide others, become "\u001b", as in JSON, so that JSON
// stays valid; bytes that are not UTF-8 become "\x9b".
// Allocates no memory. Returns whether everything was written; if not, errno has the reason.
bool write_visibly(std::string_view text, std::FILE* stream) noexcept;

}  // namespace simbench

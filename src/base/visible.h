// Text that leaves the program for people, whose parts may come from scenes, arguments and names of files.
#pragma once

#include <cstdio>
#include <string_view>

namespace simbench {

// Writes UTF-8 to a stream so that it does nothing to a terminal but show: control characters besides the line's end and the tab
// become "\u001b" (as in JSON, which so stays what it is), bytes that are no UTF-8 "\x9b". Allocates nothing. Returns whether
// all could be written; if not, errno says why.
bool write_visibly(std::string_view text, std::FILE* stream) noexcept;

}  // namespace simbench

#include "simbench/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace simbench {

std::optional<Terminal> terminal_of(int descriptor) {
  const char* const kind = std::getenv("TERM");
  if (!isatty(descriptor) || !kind || std::string_view(kind) == "dumb") return {};
  winsize size{};
  const bool known = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const char* const no_colour = std::getenv("NO_COLOR");
  return Terminal{known ? size.ws_col : 80, !no_colour || !*no_colour};
}

}  // namespace simbench

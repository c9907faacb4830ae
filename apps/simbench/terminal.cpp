#include "simbench/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/lower_case.h"

namespace simbench {

namespace {

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (!value || !*value) continue;
    const std::string locale = lower_case(value);
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

std::optional<Terminal> terminal_of(int descriptor) {
  const char* const kind = std::getenv("TERM");
  if (!isatty(descriptor) || !kind || std::string_view(kind) == "dumb") return {};
  winsize size{};
  const bool known = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const char* const no_colour = std::getenv("NO_COLOR");
  return Terminal{known ? size.ws_col : 80, !no_colour || !*no_colour, locale_is_utf8()};
}

}  // namespace simbench

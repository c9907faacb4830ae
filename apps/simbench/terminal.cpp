#include "simbench/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace simbench {

namespace {

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (!value || !*value) continue;
    const std::string_view locale = value;
    for (const char* const spelling : {"UTF-8", "utf-8", "UTF8", "utf8"}) {
      if (locale.find(spelling) != std::string_view::npos) return true;
    }
    return false;
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

#include "base/say.h"

#include <cstdio>

#include "base/visible.h"

namespace simbench {

void say(const std::string& text) noexcept {
  write_visibly(text, stderr);
  std::fflush(stderr);
}

void erase_line() noexcept {
  std::fputs("\r\x1b[K", stderr);
}

}  // namespace simbench

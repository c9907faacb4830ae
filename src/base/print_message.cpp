#include "base/print_message.h"

#include <cstdio>

#include "base/visible.h"

namespace simbench {

void print_message(const std::string& text) noexcept {
  write_visibly(text, stderr);
  std::fflush(stderr);
}

void erase_line() noexcept {
  std::fputs("\r\x1b[K", stderr);
}

}  // namespace simbench

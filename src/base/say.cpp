#include "base/say.h"

#include <cstdio>

namespace simbench {

void say(const std::string& text) noexcept {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace simbench

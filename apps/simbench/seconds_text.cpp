#include "simbench/seconds_text.h"

#include <fmt/format.h>

namespace simbench {

std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.2g} ms", 1000 * seconds);
  return seconds < 100 ? fmt::format("{:.2g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

}  // namespace simbench

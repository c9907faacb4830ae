#include "base/seconds_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace simbench {

namespace {

struct Unit {
  const char* name;
  double seconds;
  double below;  // [s]; the unit of times that are shorter
};

constexpr std::array units = {Unit{"ms", 1e-3, 0.9995}, Unit{"s", 1, 120}, Unit{"min", 60, 7200},
                              Unit{"h", 3600, 0}};

}  // namespace

std::string seconds_text(double seconds) {
  const Unit* const unit =
      std::find_if(units.begin(), units.end() - 1, [&](const Unit& one) { return seconds < one.below; });
  const double value = seconds / unit->seconds;
  return value < 9.95 ? fmt::format("{:.2g} {}", value, unit->name)
                      : fmt::format("{:.0f} {}", value, unit->name);
}

}  // namespace simbench

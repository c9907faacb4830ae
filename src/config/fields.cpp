#include "config/fields.h"

#include <fmt/format.h>

#include <cmath>

#include "base/number_text.h"

namespace simbench::config {

bool Range::contains(double value) const {
  return std::isfinite(value) && (minimum_open ? value > minimum : value >= minimum) &&
         (maximum_open ? value < maximum : value <= maximum);
}

std::string Range::text() const {
  const std::string low = number_text(minimum);
  const std::string high = number_text(maximum);
  if (std::isinf(minimum) && std::isinf(maximum)) return "any finite number";
  if (std::isinf(maximum)) return (minimum_open ? "greater than " : "at least ") + low;
  if (std::isinf(minimum)) return (maximum_open ? "less than " : "at most ") + high;
  const std::string between = fmt::format("between {} and {}", low, high);
  if (minimum_open && maximum_open) return between + " (both excluded)";
  if (minimum_open || maximum_open) return between + fmt::format(" ({} excluded)", minimum_open ? low : high);
  return between;
}

}  // namespace simbench::config

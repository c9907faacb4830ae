#include "config/wording.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace simbench::config {
namespace {

std::string with_unit(std::string text, std::string_view unit) {
  return unit.empty() ? text : fmt::format("{} [{}]", text, unit);
}

}  // namespace

std::string kind_of_number(const NumberOptions& options) {
  const bool is_bounded = std::isfinite(options.range.minimum) || std::isfinite(options.range.maximum);
  return with_unit(is_bounded ? "a number " + options.range.text() : "a number", options.unit);
}

std::string kind_of_integer(const IntegerOptions& options) {
  std::string bounds = fmt::format(" between {} and {}", options.minimum, options.maximum);
  if (options.maximum == std::numeric_limits<int>::max() &&
      options.minimum != std::numeric_limits<int>::min()) {
    bounds = fmt::format(" at least {}", options.minimum);
  }
  return with_unit("an integer" + bounds, options.unit);
}

std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return fmt::format("a list of {}", value.size());
  const std::string text = shortened(value.dump());
  return value.is_string() ? "the text " + text : text;
}

std::string shortened(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  while (longest > 0 && (text[longest] & 0xC0) == 0x80) --longest;  // do not cut a UTF-8 character
  return std::string(text.substr(0, longest)) + "...";
}

}  // namespace simbench::config

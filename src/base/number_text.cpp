#include "base/number_text.h"

#include <cmath>
#include <system_error>

namespace simbench {

void append_number(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "nan";  // to_chars would write the sign of a NaN, which has no meaning
    return;
  }
  std::array<char, 32> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

std::string number_text(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

std::string cell_text(double value) {
  return std::isfinite(value) ? number_text(value) : std::string();
}

namespace {

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  return parse<double>(text);
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  return parse<std::int64_t>(text);
}

}  // namespace simbench

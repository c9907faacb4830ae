// Converts numbers to text and back, without loss and independent of the locale.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace simbench {

// Appends the shortest text that reads back to the same bits, or "nan", "inf", "-inf".
void append_number(std::string& out, double value);

template <std::integral Integer>
requires(!std::same_as<Integer, bool> && !std::same_as<Integer, char>) void append_number(std::string& out,
                                                                                          Integer value) {
  std::array<char, 24> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

std::string number_text(double value);

// A number as a cell of a CSV table; empty if it is not finite.
std::string cell_text(double value);

// The number that the whole text spells; empty if the text holds anything else (a blank, a unit, a leading
// '+') or does not fit into a double. Accepts "nan", "inf" and "-inf".
std::optional<double> parse_number(std::string_view text);
// The integer that the whole text spells in decimal digits; empty if it does not fit into 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

}  // namespace simbench

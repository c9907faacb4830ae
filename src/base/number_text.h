// Numbers as text and back, without loss and whatever the locale is.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace simbench {

// The shortest text that reads back to the same bits; "nan", "inf" and "-inf" otherwise.
void append_number(std::string& out, double value);

template <std::integral Integer>
requires(!std::same_as<Integer, bool> && !std::same_as<Integer, char>) void append_number(std::string& out,
                                                                                          Integer value) {
  std::array<char, 24> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

std::string number_text(double value);

// The number that the whole text spells; nothing if there is anything else (a blank, a unit, a leading '+')
// or if it is too large or too small for a double. "nan", "inf" and "-inf" are numbers here.
std::optional<double> parse_number(std::string_view text);
// The integer that the whole text spells, in decimal digits; nothing if it does not fit into 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

}  // namespace simbench

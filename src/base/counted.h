// A number with its noun in singular or plural.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace simbench {

// "1 run", "2 runs". `several` is the plural of an irregular noun.
std::string counted(std::integral auto number, std::string_view one, std::string_view several = {}) {
  if (number == 1) return fmt::format("1 {}", one);
  return several.empty() ? fmt::format("{} {}s", number, one) : fmt::format("{} {}", number, several);
}

}  // namespace simbench

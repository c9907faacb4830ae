// Guesses which name was meant by a mistyped one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace simbench {

// The candidate that needs the fewest typing errors (a letter too much, missing, wrong, or two swapped; upper
// and lower case are the same): at most two and fewer than either word has letters. The first of equals.
std::optional<std::string> nearest_name(std::string_view typed, std::span<const std::string_view> candidates);
std::optional<std::string> nearest_name(std::string_view typed, std::span<const std::string> candidates);

// The end of an error message: "; did you mean 'x'?", or "; allowed: a, b, c" if nothing is near, or "" if
// there are no candidates.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> candidates);
std::string did_you_mean(std::string_view typed, std::span<const std::string> candidates);

// The names of a registry's entries, in its order.
template <class Entries>
std::vector<std::string_view> names_of(const Entries& entries) {
  std::vector<std::string_view> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

}  // namespace simbench

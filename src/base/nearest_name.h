// Guesses the name that a user has mistyped.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace simbench {

// The candidate with the fewest typing errors; the first one if several are equal. An error is a missing,
// superfluous or wrong letter, or two swapped letters; case does not matter. Allows at most two errors, and
// fewer errors than the shorter word has letters.
std::optional<std::string> nearest_name(std::string_view typed, std::span<const std::string_view> candidates);
std::optional<std::string> nearest_name(std::string_view typed, std::span<const std::string> candidates);

// The end of an error message: "; did you mean 'x'?", or "; allowed: a, b, c" if no candidate is near, or the
// nearest ones of more than `most_listed`, or "" if there are no candidates.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> candidates,
                         std::size_t most_listed = std::string_view::npos);
std::string did_you_mean(std::string_view typed, std::span<const std::string> candidates,
                         std::size_t most_listed = std::string_view::npos);

// The names of a registry's entries, in the order of the registry.
template <class Entries>
std::vector<std::string_view> names_of(const Entries& entries) {
  std::vector<std::string_view> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

}  // namespace simbench

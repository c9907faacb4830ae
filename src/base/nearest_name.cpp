#include "base/nearest_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/lower_case.h"

namespace simbench {
namespace {

constexpr std::size_t largest_distance = 2;
constexpr std::size_t named_of_many = 3;
constexpr std::size_t longest_compared = 64;  // letters of a typed word

// Damerau-Levenshtein distance (optimal string alignment); three rows of the table are enough.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) current[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(previous);
    previous.swap(current);
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({replaced, previous[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
  }
  return current[b.size()];
}

std::vector<std::string_view> views(std::span<const std::string> names) {
  return {names.begin(), names.end()};
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view typed,
                                        std::span<const std::string_view> candidates) {
  std::optional<std::string> nearest;
  std::size_t allowed = largest_distance;
  for (const std::string_view candidate : candidates) {
    const auto [shorter, longer] = std::minmax({typed.size(), candidate.size()});
    if (longer - shorter > largest_distance) continue;  // also avoids work for very long words
    const std::size_t errors = distance(lower_case(typed), lower_case(candidate));
    if (errors > allowed || errors >= shorter || (nearest && errors == allowed)) continue;
    nearest = candidate;
    allowed = errors;
  }
  return nearest;
}

std::optional<std::string> nearest_name(std::string_view typed, std::span<const std::string> candidates) {
  return nearest_name(typed, views(candidates));
}

std::string did_you_mean(std::string_view typed, std::span<const std::string_view> candidates,
                         std::size_t most_listed) {
  if (candidates.empty()) return "";
  if (const auto nearest = nearest_name(typed, candidates))
    return fmt::format("; did you mean '{}'?", *nearest);
  if (candidates.size() <= most_listed) return fmt::format("; allowed: {}", fmt::join(candidates, ", "));
  const std::string start = lower_case(typed.substr(0, longest_compared));
  std::vector<std::string_view> nearest(candidates.begin(), candidates.end());
  const auto errors = [&](std::string_view name) { return distance(start, lower_case(name)); };
  std::ranges::stable_sort(nearest, {}, errors);
  nearest.resize(named_of_many);
  return fmt::format("; the nearest of {} names: {}", candidates.size(), fmt::join(nearest, ", "));
}

std::string did_you_mean(std::string_view typed, std::span<const std::string> candidates,
                         std::size_t most_listed) {
  return did_you_mean(typed, views(candidates), most_listed);
}

}  // namespace simbench

#include "config/strict_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/nearest_name.h"
#include "config/json.h"
#include "config/wording.h"

namespace simbench::config {

namespace {

bool is_integral(const Json& value) {
  return value.is_number_integer() ||
         (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
}

}  // namespace

double StrictValues::number(const Json& given, const std::string& place, const NumberOptions& options) const {
  if (!given.is_number())
    fail(place, fmt::format("expected {}; found {}", kind_of_number(options), shown(given)));
  const double value = given.get<double>();
  if (!options.range.contains(value))
    fail(place, fmt::format("{} is out of range; allowed: {}", shown(given), kind_of_number(options)));
  return value;
}

int StrictValues::integer(const Json& given, const std::string& place, const IntegerOptions& options) const {
  if (!given.is_number() || !is_integral(given))
    fail(place, fmt::format("expected {}; found {}", kind_of_integer(options), shown(given)));
  const double value = given.get<double>();  // holds every int exactly, and wraps nothing
  if (value < options.minimum || value > options.maximum)
    fail(place, fmt::format("{} is out of range; allowed: {}", shown(given), kind_of_integer(options)));
  return static_cast<int>(value);
}

bool StrictValues::boolean(const Json& given, const std::string& place) const {
  if (!given.is_boolean()) fail(place, "expected true or false; found " + shown(given));
  return given.get<bool>();
}

std::string StrictValues::text(const Json& given, const std::string& place) const {
  if (!given.is_string()) fail(place, "expected a text; found " + shown(given));
  return given.get<std::string>();
}

std::string StrictValues::word(const Json& given, const std::string& place,
                               std::span<const std::string_view> words) const {
  if (!given.is_string())
    fail(place, fmt::format("expected one of {}; found {}", fmt::join(words, ", "), shown(given)));
  const auto word = given.get<std::string>();
  if (std::ranges::find(words, word) == words.end())
    fail(place, fmt::format("unknown value '{}'{}", shortened(word), did_you_mean(word, words)));
  return word;
}

void StrictValues::require_list(const Json& given, const std::string& place, Length length) const {
  const bool good = given.is_array() &&
                    (length == Length::any || (length == Length::three ? given.size() == 3 : !given.empty()));
  const char* of = length == Length::three          ? " of 3"
                   : length == Length::at_least_one ? " of at least one item"
                                                    : "";
  if (!good) fail(place, fmt::format("expected a list{}; found {}", of, shown(given)));
}

void StrictValues::fail(const std::string& place, std::string_view message) const {
  throw Error(ExitCode::usage, fmt::format("{}: {}", document_.where(place), message));
}

std::string StrictValues::shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return fmt::format("a list of {}", value.size());
  const std::string text = shortened(value.dump());
  return value.is_string() ? "the text " + text : text;
}

}  // namespace simbench::config

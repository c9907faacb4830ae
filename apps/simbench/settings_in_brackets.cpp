#include "simbench/settings_in_brackets.h"

#include <fmt/format.h>

#include "base/error.h"

namespace simbench {

namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view text, const std::string& why) {
  throw Error(ExitCode::usage, fmt::format("{} {}: {}", option, text, why));
}

// Splits `part` of the option's text.
std::vector<std::string_view> split_part(std::string_view option, std::string_view part,
                                         std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] == '[') ++depth;
    if (part[i] == ']' && --depth < 0) refuse(option, text, "a closing bracket has no opening one");
    if (part[i] != ',' || depth > 0) continue;
    pieces.push_back(part.substr(begin, i - begin));
    begin = i + 1;
  }
  if (depth > 0) refuse(option, text, "a bracket is not closed");
  pieces.push_back(part.substr(begin));
  return pieces;
}

}  // namespace

std::vector<std::string_view> split_outside_brackets(std::string_view option, std::string_view text) {
  return split_part(option, text, text);
}

std::string name_before_brackets(std::string_view text) {
  return std::string(text.substr(0, text.find('[')));
}

std::vector<std::pair<std::string, std::string>> settings_in_brackets(std::string_view option,
                                                                      std::string_view text) {
  constexpr const char* expected =
      "expected settings in brackets, as in admm[weight=auto,volume_scaling=false]";
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos) return {};
  if (!text.ends_with(']')) refuse(option, text, fmt::format("something follows the brackets; {}", expected));
  std::vector<std::pair<std::string, std::string>> settings;
  for (const std::string_view setting :
       split_part(option, text.substr(open + 1, text.size() - open - 2), text)) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos || equals == 0) refuse(option, text, expected);
    const std::string key(setting.substr(0, equals));
    for (const auto& [other, value] : settings) {
      if (other == key) refuse(option, text, fmt::format("'{}' is given twice", key));
    }
    settings.emplace_back(key, setting.substr(equals + 1));
  }
  return settings;
}

}  // namespace simbench

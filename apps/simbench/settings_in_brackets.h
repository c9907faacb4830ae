// Parses "name[setting=value,setting=value]", the form of values of --solver and --term.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simbench {

// Splits a text at commas outside of brackets. Throws Error (usage), which names the option, for brackets
// that do not match.
std::vector<std::string_view> split_outside_brackets(std::string_view option, std::string_view text);

std::string name_before_brackets(std::string_view text);

// The settings in order; none if there are no brackets. Throws Error (usage), which names the option.
std::vector<std::pair<std::string, std::string>> settings_in_brackets(std::string_view option,
                                                                      std::string_view text);

}  // namespace simbench

#include "simbench/setting_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "config/schema.h"
#include "config/wording.h"

namespace simbench {

namespace {

using Json = nlohmann::ordered_json;

std::string allowed_by(const Json& schema) {
  std::string text;
  const auto add = [&](const char* separator, const std::string& more) {
    text += (text.empty() ? "" : separator) + more;
  };
  if (schema.contains("const")) return setting_text(schema["const"]);
  if (schema.contains("enum")) {
    for (const Json& word : schema["enum"]) add(", ", setting_text(word));
    return text;
  }
  if (schema.contains("anyOf")) {
    for (const Json& form : schema["anyOf"]) add(", or ", allowed_by(form));
    return text;
  }
  if (schema["type"] == "boolean") return "true or false";
  if (schema["type"] == "integer")
    return config::kind_of_integer({.minimum = schema["minimum"], .maximum = schema["maximum"]});
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return config::kind_of_number(
      {.range = {.minimum = schema.value("exclusiveMinimum", schema.value("minimum", -infinity)),
                 .maximum = schema.value("exclusiveMaximum", schema.value("maximum", infinity)),
                 .minimum_open = schema.contains("exclusiveMinimum"),
                 .maximum_open = schema.contains("exclusiveMaximum")}});
}

// Adds a word to "mesh, reversed", unless the list has it. If two settings select further settings, a word of
// one of them occurs in as many forms as the other one has words.
void add_word(const std::string& word, std::string& list) {
  if (fmt::format(", {},", list).find(fmt::format(", {},", word)) == std::string::npos) list += ", " + word;
}

// The settings of a form by path, in order. Those of an object are settings of their own.
std::vector<std::pair<std::string, Json>> settings_in(const Json& form) {
  std::vector<std::pair<std::string, Json>> found;
  for (const auto& [key, setting] : form["properties"].items()) {
    if (!setting.is_object()) continue;  // $schema
    if (!setting.contains("properties")) {
      found.emplace_back(key, setting);
      continue;
    }
    for (auto& [path, member] : settings_in(setting)) found.emplace_back(key + "." + path, std::move(member));
  }
  return found;
}

}  // namespace

std::string setting_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::vector<SettingEntry> settings_of(const NamedSolver& solver) {
  const std::shared_ptr<SolverSettings> settings = solver.default_settings();
  const Json schema = config::schema([&](config::Fields& fields) { settings->describe(fields); });
  // The schema has one form for each word of a setting that selects further settings.
  const Json forms = schema.contains("oneOf") ? schema["oneOf"] : Json::array({schema});
  std::vector<SettingEntry> entries;
  std::map<std::string, std::size_t> known;  // indices of `entries` by path
  std::map<std::string, std::size_t> count;  // of the forms that have a setting
  for (const Json& form : forms) {
    for (const auto& [path, setting] : settings_in(form)) ++count[path];
  }
  for (const Json& form : forms) {
    std::string choice;  // "order=shuffled"
    for (const auto& [path, setting] : settings_in(form)) {
      if (setting.contains("const")) choice = path + "=" + setting_text(setting["const"]);
      const bool always = count[path] == forms.size();
      const auto [place, is_new] = known.emplace(path, entries.size());
      if (is_new) {
        entries.push_back({fmt::format("solvers.{}.{}", solver.name, path), std::nullopt, allowed_by(setting),
                           setting.value("description", "") + (always ? "" : "; with " + choice)});
      } else if (setting.contains("const")) {
        add_word(setting_text(setting["const"]), entries[place->second].allowed);
      }
      if (always && setting.contains("default")) entries[place->second].value = setting["default"];
    }
  }
  return entries;
}

}  // namespace simbench

#include "simbench/described_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "config/reader.h"
#include "config/schema.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

// The type of a member as the help shows it: "INT", "{double,single}", "{newton,best,none,FLOAT}".
std::string type_text(const ordered_json& schema) {
  std::vector<std::string> words;
  for (const ordered_json& word : schema.value("enum", ordered_json::array())) words.push_back(word);
  for (const ordered_json& form : schema.value("anyOf", ordered_json::array())) {
    const std::string own = type_text(form);
    words.push_back(own.starts_with('{') ? own.substr(1, own.size() - 2) : own);
  }
  if (!words.empty()) return fmt::format("{{{}}}", fmt::join(words, ","));
  const std::string type = schema.value("type", "");
  return type == "integer" ? "INT" : type == "number" ? "FLOAT" : "TEXT";
}

}  // namespace

DescribedOptions::DescribedOptions(CLI::App& app, const config::Describe& describe,
                                   const std::map<std::string, std::string>& names) {
  const ordered_json properties = config::schema(describe)["properties"];
  for (const auto& [member, schema] : properties.items()) {
    if (!schema.is_object()) continue;  // only files have the member "$schema"
    std::string name = "--" + member;
    std::replace(name.begin(), name.end(), '_', '-');
    if (const auto other = names.find(member); other != names.end()) name = other->second;
    const auto keep = [](const CLI::results_t&) { return true; };  // read() checks the value
    CLI::Option* option = app.add_option(name, keep, schema.value("description", ""))->expected(1);
    option->type_name(type_text(schema));
    if (const auto value = schema.find("default"); value != schema.end())
      option->default_str(value->is_string() ? value->get<std::string>() : value->dump());
    members_.push_back({member, option});
  }
}

CLI::Option& DescribedOptions::option(const std::string& member) const {
  return *std::find_if(members_.begin(), members_.end(), [&](const Member& m) {
            return m.name == member;
          })->option;
}

void DescribedOptions::read(const config::Describe& describe) const {
  config::Document given = config::Document::of(ordered_json::object(), "the command line");
  for (const auto& [member, option] : members_) {
    if (option->count() == 0) continue;
    const std::string text = option->as<std::string>();
    given.set(member, text, fmt::format("{} {}", option->get_name(), text.empty() ? "\"\"" : text));
  }
  config::read(given, describe);
}

}  // namespace simbench

#include "simbench/setting_completion.h"

#include "base/split.h"
#include "config/schema_members.h"
#include "simbench/setting_list.h"

namespace simbench {

namespace {

using Json = nlohmann::ordered_json;
using Forms = config::SchemaForms;

bool has_members(const Json& schema) {
  bool any = false;
  config::visit_members(config::forms_of(schema), [&](const std::string&, const Json&) { any = true; });
  return any;
}

bool is_number(std::string_view key) {
  return !key.empty() && key.find_first_not_of("0123456789") == std::string_view::npos;
}

// The schemas of the member `key` in all forms that have it. All items of a list have the schema of the first
// one.
Forms members_of(const Forms& forms, std::string_view key) {
  Forms members;
  config::visit_members(forms, [&](const std::string& other, const Json& schema) {
    if (other == key || (other == config::first_item && is_number(key))) config::add_forms(members, schema);
  });
  return members;
}

}  // namespace

Completions setting_completions(const Json& schema, std::string_view typed) {
  const std::size_t equals = typed.find('=');
  const std::vector<std::string_view> keys = split(typed.substr(0, equals), '.');
  const bool is_value = equals != std::string_view::npos;
  Forms forms = config::forms_of(schema);
  for (std::size_t i = 0; i + (is_value ? 0 : 1) < keys.size(); ++i) forms = members_of(forms, keys[i]);

  Completions all;
  const std::string before(typed.substr(0, is_value ? equals + 1 : typed.size() - keys.back().size()));
  if (!is_value) {
    config::visit_members(forms, [&](const std::string& key, const Json& member) {
      all.push_back({before + key + (has_members(member) ? "." : "="), member.value("description", "")});
    });
    return all;
  }
  for (const Json* form : forms) {
    if (form->contains("const")) all.push_back({before + setting_text((*form)["const"]), ""});
    for (const Json& word : form->value("enum", Json::array()))
      all.push_back({before + setting_text(word), ""});
    if (form->value("type", "") == "boolean") {
      for (const char* word : {"true", "false"}) all.push_back({before + word, ""});
    }
  }
  return all;
}

}  // namespace simbench

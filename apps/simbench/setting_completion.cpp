#include "simbench/setting_completion.h"

#include "base/split.h"
#include "simbench/setting_list.h"

namespace simbench {

namespace {

using Json = nlohmann::ordered_json;
using Forms = std::vector<const Json*>;  // schemas of which a value meets one

void add_forms(Forms& forms, const Json& schema) {
  forms.push_back(&schema);
  for (const char* alternatives : {"oneOf", "anyOf"}) {
    if (!schema.contains(alternatives)) continue;
    for (const Json& form : schema[alternatives]) add_forms(forms, form);
  }
}

// Calls visit(key, schema) for the members of an object, and for the first item of a list of objects.
template <class Visit>
void visit_members(const Forms& forms, const Visit& visit) {
  for (const Json* form : forms) {
    if (form->contains("properties")) {
      for (const auto& [key, schema] : (*form)["properties"].items()) {
        if (schema.is_object()) visit(key, schema);  // only files have the member "$schema"
      }
    } else if (form->contains("items") && (*form)["items"].value("type", "") == "object") {
      visit("0", (*form)["items"]);
    }
  }
}

bool has_members(const Json& schema) {
  Forms forms;
  add_forms(forms, schema);
  bool any = false;
  visit_members(forms, [&](const std::string&, const Json&) { any = true; });
  return any;
}

bool is_number(std::string_view key) {
  return !key.empty() && key.find_first_not_of("0123456789") == std::string_view::npos;
}

// The schemas of the member `key` in all forms that have it. All items of a list have the schema of the first
// one.
Forms members_of(const Forms& forms, std::string_view key) {
  Forms members;
  visit_members(forms, [&](const std::string& other, const Json& schema) {
    if (other == key || (other == "0" && is_number(key))) add_forms(members, schema);
  });
  return members;
}

}  // namespace

Completions setting_completions(const Json& schema, std::string_view typed) {
  const std::size_t equals = typed.find('=');
  const std::vector<std::string_view> keys = split(typed.substr(0, equals), '.');
  const bool is_value = equals != std::string_view::npos;
  Forms forms;
  add_forms(forms, schema);
  for (std::size_t i = 0; i + (is_value ? 0 : 1) < keys.size(); ++i) forms = members_of(forms, keys[i]);

  Completions all;
  const std::string before(typed.substr(0, is_value ? equals + 1 : typed.size() - keys.back().size()));
  if (!is_value) {
    visit_members(forms, [&](const std::string& key, const Json& member) {
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

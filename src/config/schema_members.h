// Walks through a JSON Schema of schema().
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace simbench::config {

using SchemaForms = std::vector<const nlohmann::ordered_json*>;  // schemas of which a value meets one

inline void add_forms(SchemaForms& forms, const nlohmann::ordered_json& schema) {
  forms.push_back(&schema);
  for (const char* alternatives : {"oneOf", "anyOf"}) {
    if (!schema.contains(alternatives)) continue;
    for (const nlohmann::ordered_json& form : schema[alternatives]) add_forms(forms, form);
  }
}

inline SchemaForms forms_of(const nlohmann::ordered_json& schema) {
  SchemaForms forms;
  add_forms(forms, schema);
  return forms;
}

inline constexpr const char* first_item = "0";  // the key of an item of a list

// Calls visit(key, schema) for the members of an object, and for the first item of a list of objects.
template <class Visit>
void visit_members(const SchemaForms& forms, const Visit& visit) {
  for (const nlohmann::ordered_json* form : forms) {
    if (form->contains("properties")) {
      for (const auto& [key, schema] : (*form)["properties"].items()) {
        if (schema.is_object()) visit(key, schema);  // only files have the member "$schema"
      }
    } else if (form->contains("items") && (*form)["items"].value("type", "") == "object") {
      visit(first_item, (*form)["items"]);
    }
  }
}

}  // namespace simbench::config

#include "harness/external_values.h"

#include <fmt/format.h>

#include "base/nearest_name.h"

namespace simbench {

void describe_external_values(config::Fields& fields, const std::string& name,
                              const nlohmann::ordered_json& defaults, nlohmann::ordered_json& values) {
  nlohmann::ordered_json given = values;  // written as they are, or replaced by those of a file
  fields.any_members(given);
  std::vector<std::string> names;
  for (const auto& [key, value] : defaults.items()) names.push_back(key);
  for (const auto& [key, value] : given.items()) {
    fields.require(defaults.contains(key), key,
                   fmt::format("{} has no setting '{}'{}", name, key, did_you_mean(key, names)));
    const bool is_source = key != "source_sha256" || value == defaults.value(key, nlohmann::ordered_json());
    fields.require(is_source, key, fmt::format("{} has changed: its source has another hash", name));
    values[key] = value;  // also another "source": the file may have moved since a manifest was written
  }
}

}  // namespace simbench

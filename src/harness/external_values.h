// The values of something that is not compiled into the program, such as the settings of a solver in Python.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "config/fields.h"

namespace simbench {

// Describes the members of the current object, one for each member of `defaults`. Refuses other members, and
// another "source_sha256" than the default's; `name` stands for the thing in messages.
void describe_external_values(config::Fields& fields, const std::string& name,
                              const nlohmann::ordered_json& defaults, nlohmann::ordered_json& values);

}  // namespace simbench

// Writes settings structs as JSON, with every default resolved.
#pragma once

#include <nlohmann/json.hpp>

#include "config/fields.h"
#include "config/value.h"

namespace simbench::config {

// All members in the order of their description; optionals that are absent are left out. Reading the result
// gives the same values, to the bit.
nlohmann::ordered_json write(const Describe& describe);

// The same with every number converted from the unit of its description.
nlohmann::ordered_json write(const Describe& describe, const Conversion& convert);

}  // namespace simbench::config

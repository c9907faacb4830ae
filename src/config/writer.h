// Writes settings structs as JSON, with every default resolved.
#pragma once

#include <nlohmann/json.hpp>

#include "config/fields.h"
#include "config/value.h"

namespace simbench::config {

// Writes all members in the order of their description, without absent optionals. Reading the result gives
// the same values, to the bit.
nlohmann::ordered_json write(const Describe& describe);

// The same, but converts every number from the unit of its description.
nlohmann::ordered_json write(const Describe& describe, const Conversion& convert);

}  // namespace simbench::config

// The JSON Schema (draft-07) of settings structs, for editors and for checking files without simbench.
#pragma once

#include <nlohmann/json.hpp>

#include "config/fields.h"

namespace simbench::config {

// Accepts what read() accepts, but does not know the rules of require(). Call it with freshly constructed
// structs: their values are written as the defaults, and lists are resized.
nlohmann::ordered_json schema(const Describe& describe);

}  // namespace simbench::config

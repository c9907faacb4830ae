// The JSON of the program: an object keeps the order of its members.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace simbench::config {

using Json = nlohmann::ordered_json;

}  // namespace simbench::config

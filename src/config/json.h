// The JSON type of the program: objects keep the order of their members.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace simbench::config {

using Json = nlohmann::ordered_json;

}  // namespace simbench::config

// Completes paths and values of members by a JSON Schema: "solvers.qn.line_search=none".
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "simbench/completion.h"

namespace simbench {

// The possible next keys of the typed path, or after '=' the words that the member accepts. `schema`
// describes the object in which paths begin.
Completions setting_completions(const nlohmann::ordered_json& schema, std::string_view typed);

}  // namespace simbench

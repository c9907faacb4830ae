// Paths of members and their values, as a JSON Schema allows them: "solvers.qn.line_search=none".
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "simbench/completion.h"

namespace simbench {

// The next key of the path that is typed, or after '=' the words that the member takes. `schema` is that of the object where paths begin.
Completions setting_completions(const nlohmann::ordered_json& schema, std::string_view typed);

}  // namespace simbench

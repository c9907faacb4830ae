// Members of JSON files that this program has written and that somebody may have changed since.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "config/document.h"

namespace simbench::config {

using Kind = nlohmann::ordered_json::value_t;

// A member of the root that must be there and of this kind (numbers are all of one kind). Throws Error (usage): where, what was
// expected, what was found.
const nlohmann::ordered_json& member(const Document& document, const std::string& key, Kind kind);

// What an exception says, without the mark that those of nlohmann/json begin with ("[json.exception.type_error.302] ").
std::string plain(const std::exception& error);

}  // namespace simbench::config

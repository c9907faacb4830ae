// Reads members of JSON files that this program wrote and that somebody may have changed.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "config/document.h"

namespace simbench::config {

using Kind = nlohmann::ordered_json::value_t;

// A member of the root that must exist and be of this kind (all numbers count as one kind). Throws Error
// (usage) with the place, the expected kind and the kind that was found.
const nlohmann::ordered_json& member(const Document& document, const std::string& key, Kind kind);

// The message of an exception, without the prefix of nlohmann/json ("[json.exception.type_error.302] ").
std::string plain(const std::exception& error);

}  // namespace simbench::config

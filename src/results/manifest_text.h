// The text of a manifest.json. It ends with its own hash, so that a change of any member is noticed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace simbench {

// The manifest as it is written: with "manifest_sha256", the hash of the text that it would have without that member.
std::string manifest_text(nlohmann::ordered_json manifest);

// Whether a text is what manifest_text() has written.
bool is_intact_manifest(const std::string& text);

}  // namespace simbench

// The text of a manifest.json. It ends with its own hash, which reveals a change of any member.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace simbench {

// The manifest with one more member, "manifest_sha256": the hash of the text without that member.
std::string manifest_text(nlohmann::ordered_json manifest);

// Whether a text is one that manifest_text() has written, without any change.
bool is_intact_manifest(const std::string& text);

}  // namespace simbench

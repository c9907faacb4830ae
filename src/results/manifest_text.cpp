#include "results/manifest_text.h"

#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "config/parser.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

constexpr const char* own_hash = "manifest_sha256";

std::string text_of(const ordered_json& manifest) {
  return manifest.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string manifest_text(ordered_json manifest) {
  manifest.erase(own_hash);
  manifest[own_hash] = sha256(text_of(manifest));
  return text_of(manifest);
}

bool is_intact_manifest(const std::string& text) {
  try {
    const ordered_json manifest = config::parse_strictly(text);  // limits the nesting, since dump() recurses
    return manifest.is_object() && manifest_text(manifest) == text;
  } catch (const config::ParseError&) {
    return false;
  }
}

}  // namespace simbench

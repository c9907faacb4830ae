#include "results/manifest_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/sha256.h"

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

// The hash is the last member, so the text without it is found without reading the JSON, which takes longer
// than all other checks of a small run.
bool is_intact_manifest(const std::string& text) {
  constexpr std::size_t digits = 64;
  const std::string before = fmt::format(",\n  \"{}\": \"", own_hash), after = "\"\n}\n";
  if (text.size() < before.size() + digits + after.size() || !text.ends_with(after)) return false;
  const std::size_t start = text.size() - after.size() - digits - before.size();
  if (text.compare(start, before.size(), before) != 0) return false;
  return text.substr(start + before.size(), digits) == sha256(text.substr(0, start) + "\n}\n");
}

}  // namespace simbench

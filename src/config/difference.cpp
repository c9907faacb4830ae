#include "config/difference.h"

#include <fmt/format.h>

#include "config/wording.h"

namespace simbench::config {

namespace {

using nlohmann::ordered_json;

const ordered_json* member(const ordered_json& parent, const std::string& name) {
  const auto found = parent.find(name);
  return found == parent.end() ? nullptr : &*found;
}

std::string text_of(const ordered_json* value) {
  if (!value) return "absent";
  return shortened(value->dump(-1, ' ', false, ordered_json::error_handler_t::replace), 80);
}

void compare(const std::string& path, const ordered_json* there, const ordered_json* here,
             std::vector<std::string>& lines) {
  if (there && here && *there == *here) return;
  if (!there || !here || !there->is_object() || !here->is_object()) {
    lines.push_back(fmt::format("{}: {} there, {} here", path, text_of(there), text_of(here)));
    return;
  }
  const auto inner = [&](const std::string& name) { return path.empty() ? name : path + "." + name; };
  for (const auto& [name, value] : there->items()) compare(inner(name), &value, member(*here, name), lines);
  for (const auto& [name, value] : here->items()) {
    if (!there->contains(name)) compare(inner(name), nullptr, &value, lines);
  }
}

}  // namespace

std::vector<std::string> differences(const ordered_json& there, const ordered_json& here) {
  std::vector<std::string> lines;
  compare("", &there, &here, lines);
  return lines;
}

}  // namespace simbench::config

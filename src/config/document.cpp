#include "config/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/split.h"
#include "config/json.h"
#include "config/parser.h"
#include "config/wording.h"

namespace simbench::config {
namespace {

constexpr std::size_t largest_file = std::size_t{16} << 20;

std::string position(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::string_view current = before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
  // The bytes of a UTF-8 character after its first are 10xxxxxx.
  const auto column =
      1 + std::count_if(current.begin(), current.end(), [](char byte) { return (byte & 0xC0) != 0x80; });
  return fmt::format("{}:{}", line, column);
}

bool is_within(std::string_view pointer, std::string_view parent) {
  return pointer.starts_with(parent) && (pointer.size() == parent.size() || pointer[parent.size()] == '/');
}

// The item of a list or the member of an object; null if it does not exist.
Json* child(Json& parent, const std::string& key) {
  if (parent.is_object()) {
    const auto member = parent.find(key);
    return member == parent.end() ? nullptr : &*member;
  }
  if (!parent.is_array()) return nullptr;
  const auto index = static_cast<std::size_t>(parse_integer(key).value_or(-1));
  if (index >= parent.size() || key != std::to_string(index))
    return nullptr;  // "01" must not be another name of item 1
  return &parent[index];
}

bool is_utf8(std::string_view text) {
  try {
    static_cast<void>(Json(text).dump());
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

}  // namespace

Document Document::read(const std::filesystem::path& path) {
  return parse(read_file(path, largest_file), path.string(), std::filesystem::absolute(path).parent_path());
}

Document Document::parse(std::string text, std::string name, std::filesystem::path folder) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // byte order mark
  Document document;
  try {
    document.root_ = parse_strictly(text);
  } catch (const ParseError& error) {
    throw Error(ExitCode::usage,
                fmt::format("{}:{}: error: {}", name, position(text, error.offset()), error.what()));
  }
  document.text_ = std::move(text);
  document.name_ = std::move(name);
  document.folder_ = std::move(folder);
  return document;
}

Document Document::of(Json root, std::string name, std::filesystem::path folder) {
  Document document;
  document.root_ = std::move(root);
  document.name_ = std::move(name);
  document.folder_ = std::move(folder);
  return document;
}

std::pair<std::string_view, std::string_view> split_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw Error(ExitCode::usage,
                fmt::format("--set {}: expected path.to.member=value, as in material.stiffness=1e9", text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void Document::set(std::string_view assignment) {
  const auto [path, value] = split_assignment(assignment);
  set(path, value);
}

void Document::set(std::string_view dotted_path, std::string_view value, std::string_view option) {
  const std::string option_text =
      option.empty() ? fmt::format("--set {}={}", dotted_path, value) : std::string(option);
  set_value(dotted_path, is_utf8(value) ? json_or_text(value) : Json(), option_text);
}

void Document::set_value(std::string_view dotted_path, Json value, std::string_view option) {
  const std::string option_text(option);
  const auto fail = [&](std::string_view message) {
    throw Error(ExitCode::usage, fmt::format("{}: error: {}", shortened(option_text, 200), message));
  };
  if (!is_utf8(option_text)) fail("not valid UTF-8");
  const std::vector<std::string_view> keys = split(dotted_path, '.');
  if (std::ranges::find(keys, "") != keys.end()) fail("a key of the path is empty");
  if (keys.size() > deepest_nesting) fail(fmt::format("nested deeper than {} levels", deepest_nesting));

  std::string pointer;
  Json* parent = &root_;
  for (const std::string_view part : keys) {
    const std::string key(part);
    Json* next = child(*parent, key);
    if (!next && parent->is_array()) {
      fail(fmt::format("{}: a list of {} has no item '{}'", pointer, parent->size(), key));
    }
    if (!next && !parent->is_object())
      fail(fmt::format("{}: neither an object nor a list", shortened(pointer, 200)));
    pointer = child_pointer(pointer, key);
    parent = next ? next : &((*parent)[key] = Json::object());
  }
  *parent = std::move(value);
  overrides_.push_back({pointer, option_text});
}

std::vector<std::string> Document::set_pointers() const {
  std::vector<std::string> pointers;
  for (const Override& override : overrides_) pointers.push_back(override.pointer);
  return pointers;
}

bool Document::was_set(std::string_view pointer) const {
  return std::ranges::any_of(overrides_, [&](const Override& override) {
    return is_within(pointer, override.pointer) || is_within(override.pointer, pointer);
  });
}

std::string Document::place(const std::string& pointer) const {
  const auto last_override = [&](auto&& matches) {
    return std::find_if(overrides_.rbegin(), overrides_.rend(), matches);
  };
  for (std::string place = pointer;; place.resize(place.rfind('/'))) {
    // --set gave the value as a whole, the file holds it, or --set created the object on its path.
    auto found = last_override([&](const Override& override) { return is_within(place, override.pointer); });
    if (found == overrides_.rend()) {
      const auto offset = text_.empty() ? std::nullopt : locate(text_, place);
      if (offset) return name_ + ":" + position(text_, *offset);
      found = last_override([&](const Override& override) { return is_within(override.pointer, place); });
    }
    if (found != overrides_.rend()) return shortened(found->option, 200);
    if (place.empty()) return name_;
  }
}

std::string Document::where(const std::string& pointer) const {
  return place(pointer) + ": error" + (pointer.empty() ? "" : ": " + shortened(pointer, 200));
}

void Document::fail(const std::string& pointer, std::string_view message) const {
  throw Error(ExitCode::usage, fmt::format("{}: {}", where(pointer), message));
}

}  // namespace simbench::config

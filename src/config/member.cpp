#include "config/member.h"

#include <fmt/format.h>

#include "config/json.h"
#include "config/parser.h"

namespace simbench::config {

namespace {

std::string kind_name(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  if (value.is_string()) return "a text";
  if (value.is_boolean()) return "true or false";
  return value.is_null() ? "null" : "a number";
}

}  // namespace

const Json& member(const Document& document, const std::string& key, Kind kind) {
  const Json& root = document.root();
  if (!root.is_object()) document.fail("", "expected an object; found " + kind_name(root));
  if (!root.contains(key)) document.fail("", fmt::format("'{}' is missing", key));
  const Json& value = root.at(key);
  const bool fits = value.type() == kind || (value.is_number() && Json(kind).is_number());
  if (!fits)
    document.fail(child_pointer("", key),
                  fmt::format("expected {}; found {}", kind_name(Json(kind)), kind_name(value)));
  return value;
}

std::string plain(const std::exception& error) {
  const std::string_view text = error.what();
  const std::size_t mark = text.starts_with("[json.exception") ? text.find("] ") : std::string_view::npos;
  return std::string(mark == std::string_view::npos ? text : text.substr(mark + 2));
}

}  // namespace simbench::config

#include "config/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "config/json.h"
#include "config/wording.h"

namespace simbench::config {
namespace {

// Receives the tokens of nlohmann's parser in the order of the text, and tracks their positions: between two
// tokens there are only white space and separators.
class Builder {
 public:
  Builder(std::string_view text, std::optional<std::string> wanted)
      : text_(text), wanted_(std::move(wanted)) {}

  Json& root() { return root_; }
  std::optional<std::size_t> found() const { return found_; }

  bool null() { return add_scalar(nullptr); }
  bool boolean(bool value) { return add_scalar(value); }
  bool number_integer(Json::number_integer_t value) { return add_scalar(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add_scalar(value); }
  bool number_float(double value, const std::string&) { return add_scalar(value); }
  bool string(std::string& value) { return add_scalar(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // not in JSON text

  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    const std::size_t offset = next_token();
    Level& level = levels_.back();
    if (!level.keys.insert(name).second)
      throw ParseError(offset, fmt::format("duplicate key '{}'", shortened(name)));
    level.key = std::move(name);
    visit(child_pointer(level.pointer, level.key), offset);
    skip_token(offset);
    return true;
  }

  bool parse_error(std::size_t last_byte, const std::string& token, const Json::exception& error) {
    const std::size_t read = std::min(last_byte - 1, text_.size());
    if (error.id == 406)
      throw ParseError(next_token(), fmt::format("the number {} is too large", shortened(token)));
    const std::string_view message = error.what();
    // Drops nlohmann's own position. The error is at the next token, unless it is in the separators before
    // it.
    throw ParseError(std::min(next_token(), read),
                     shortened(message.substr(std::min(message.find("syntax error"), message.size())), 300));
  }

 private:
  struct Level {
    Json* container;
    std::string pointer;
    std::string key = {};                       // of an object: the member whose value comes next
    std::unordered_set<std::string> keys = {};  // of an object
  };

  std::size_t next_token() const {
    return std::min(text_.find_first_not_of(" \t\r\n,:", cursor_), text_.size());
  }

  void skip_token(std::size_t offset) {
    cursor_ = offset + 1;
    if (text_[offset] == '"') {
      while (text_[cursor_] != '"') cursor_ += text_[cursor_] == '\\' ? 2 : 1;
      ++cursor_;
    } else if (std::string_view("{}[]").find(text_[offset]) == std::string_view::npos) {
      cursor_ = std::min(text_.find_first_of(" \t\r\n,:{}[]\"", cursor_), text_.size());
    }
  }

  void visit(std::string_view pointer, std::size_t offset) {
    if (wanted_ && pointer == *wanted_) found_ = offset;
  }

  // Adds a value at the current place of the parser. Returns the value and its pointer; items of lists that
  // nobody looks for have an empty pointer.
  std::pair<Json*, std::string> add(Json value, std::size_t offset) {
    if (levels_.empty()) {
      visit("", offset);
      root_ = std::move(value);
      return {&root_, ""};
    }
    Level& level = levels_.back();
    if (level.container->is_array()) {
      std::string pointer;
      if (wanted_ || value.is_structured()) {
        pointer = child_pointer(level.pointer, std::to_string(level.container->size()));
        visit(pointer, offset);
      }
      level.container->push_back(std::move(value));
      return {&level.container->back(), std::move(pointer)};
    }
    // We append to the underlying vector: an ordered_map would compare the key with all others, and key() has
    // already found duplicates faster.
    auto& members = level.container->get_ref<Json::object_t&>();
    members.push_back({level.key, std::move(value)});
    return {&members.back().second, child_pointer(level.pointer, level.key)};
  }

  bool add_scalar(Json value) {
    const std::size_t offset = next_token();
    add(std::move(value), offset);
    skip_token(offset);
    return true;
  }

  bool open(Json container) {
    const std::size_t offset = next_token();
    if (levels_.size() == deepest_nesting) {
      throw ParseError(offset, fmt::format("nested deeper than {} levels", deepest_nesting));
    }
    auto [value, pointer] = add(std::move(container), offset);
    levels_.push_back({.container = value, .pointer = std::move(pointer)});
    skip_token(offset);
    return true;
  }

  bool close() {
    levels_.pop_back();
    skip_token(next_token());
    return true;
  }

  std::string_view text_;
  std::optional<std::string> wanted_;
  std::optional<std::size_t> found_;
  std::size_t cursor_ = 0;  // after the last token
  Json root_;
  std::vector<Level> levels_;
};

}  // namespace

std::string child_pointer(std::string_view pointer, std::string_view key) {
  std::string child(pointer);
  child += '/';
  for (const char letter : key) {
    if (letter == '~') {
      child += "~0";
    } else if (letter == '/') {
      child += "~1";
    } else {
      child += letter;
    }
  }
  return child;
}

Json parse_strictly(std::string_view text) {
  // nlohmann's parser takes a NUL for the end of the text, and ignores a byte order mark.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    throw ParseError(nul, "NUL byte: expected JSON in UTF-8 (UTF-16 has such bytes; save the file as UTF-8)");
  if (text.starts_with("\xEF\xBB\xBF")) throw ParseError(0, "byte order mark where a value is expected");
  Builder builder(text, std::nullopt);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder.root());
}

Json json_or_text(std::string_view text) {
  try {
    return parse_strictly(text);
  } catch (const ParseError&) {
    return std::string(text);
  }
}

std::optional<std::size_t> locate(std::string_view text, std::string_view pointer) {
  Builder builder(text, std::string(pointer));
  Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.found();
}

}  // namespace simbench::config

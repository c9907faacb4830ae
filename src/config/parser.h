// Parses JSON text strictly: nlohmann's parser with additional checks and positions.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace simbench::config {

// Appends one key or index to a JSON pointer ("/step" and "time_step" make "/step/time_step").
std::string child_pointer(std::string_view pointer, std::string_view key);

// An error in a text and its byte offset.
class ParseError : public std::runtime_error {
 public:
  ParseError(std::size_t offset, const std::string& message) : std::runtime_error(message), offset_(offset) {}
  std::size_t offset() const { return offset_; }

 private:
  std::size_t offset_;
};

inline constexpr std::size_t deepest_nesting = 64;

// Throws ParseError for syntax errors, duplicate keys, overflowing numbers and nesting beyond
// `deepest_nesting`.
nlohmann::ordered_json parse_strictly(std::string_view text);

// The JSON value if the text is JSON, else the text itself.
nlohmann::ordered_json json_or_text(std::string_view text);

// The byte at which the value of a JSON pointer starts (for a member: its key); empty if there is no such
// value. parse_strictly() must accept the text. Parses the text again, which is fast enough for error
// messages.
std::optional<std::size_t> locate(std::string_view text, std::string_view pointer);

}  // namespace simbench::config

// JSON text to JSON value, strictly: nlohmann's parser, with the checks and the positions that it lacks.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace simbench::config {

// One more key or index at the end of a JSON pointer ("/step" and "time_step" make "/step/time_step").
std::string child_pointer(std::string_view pointer, std::string_view key);

// What is wrong with a text, and at which byte.
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

// JSON if the text is JSON, else the text itself.
nlohmann::ordered_json json_or_text(std::string_view text);

// The byte at which the value of a JSON pointer starts (a member: its key), if a text that parse_strictly()
// accepts has it. The text is walked anew: only error messages ask.
std::optional<std::size_t> locate(std::string_view text, std::string_view pointer);

}  // namespace simbench::config

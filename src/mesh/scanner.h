// Reads the contents of a mesh file from front to back: words and numbers in text, or numbers in binary. Each
// Error(ExitCode::mesh) names the file, the line (or the byte), what was expected and what was found.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace simbench {

enum class Layout {
  words,  // line feeds are blanks
  lines,  // one record per line: word() does not go beyond the current line; '#' starts a comment
};

class Scanner {
 public:
  // `contents` must outlive the scanner.
  Scanner(std::string_view contents, std::string name, Layout layout)
      : contents_(contents), name_(std::move(name)), layout_(layout) {}

  // Names the place of the last word or number.
  [[noreturn]] void fail(std::string_view message) const;

  // Skips blanks and empty lines. Returns whether the file ends there.
  bool at_end();
  // Returns whether the line has another word.
  bool line_has_word();
  // Read text; `what` completes "expected …" in a message.
  std::string_view word(std::string_view what);
  double number(std::string_view what);  // finite
  std::int64_t integer(std::string_view what);
  void expect(std::string_view text);
  // Fails if there is another word in this line.
  void end_line();
  void skip_line();
  // Skips all text up to the end of the next `text`.
  void skip_past(std::string_view text);

  // Reads binary from the next byte on, after the line feed that ends the text.
  void start_binary();
  void start_text() { binary_ = false; }
  void swap_bytes() { swap_ = true; }  // numbers have the byte order opposite to this machine's
  template <class Number>
  Number binary(std::string_view what) {
    return stored_number<Number>(take(sizeof(Number), what).data(), swap_);
  }
  std::string_view take(std::size_t bytes, std::string_view what);

  // Fails if a count is negative, or larger than the remaining bytes can hold. This prevents allocations for
  // a wrong count.
  std::int64_t checked_count(std::int64_t count, std::size_t min_bytes_each, std::string_view what) const;

  template <class Number>
  static Number stored_number(const char* bytes, bool swap) {
    char copy[sizeof(Number)];
    for (std::size_t i = 0; i < sizeof(Number); ++i) copy[i] = bytes[swap ? sizeof(Number) - 1 - i : i];
    return std::bit_cast<Number>(copy);
  }

 private:
  void skip_blanks(bool line_feeds);

  std::string_view contents_;
  std::string name_;
  Layout layout_;
  std::size_t position_ = 0;
  std::size_t last_ = 0;  // start of the last word or number
  bool binary_ = false;
  bool swap_ = false;
};

// Text of a file as messages show it: short and printable.
std::string shown(std::string_view text);

}  // namespace simbench

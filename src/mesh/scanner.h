// The contents of a mesh file from front to back: words and numbers of text, or numbers in binary. Whatever is wrong is an
// Error(ExitCode::mesh) that names the file, the line (or the byte), what was expected and what was found.
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
  lines,  // a record a line: a word is looked for in the line at hand only; '#' starts a comment
};

class Scanner {
 public:
  // `contents` must outlive the scanner.
  Scanner(std::string_view contents, std::string name, Layout layout)
      : contents_(contents), name_(std::move(name)), layout_(layout) {}

  // The place is that of the last word or number.
  [[noreturn]] void fail(std::string_view message) const;

  // Skips blanks and empty lines.
  bool at_end();
  // Is there another word in this line?
  bool line_has_word();
  // Text; `what` completes "expected …".
  std::string_view word(std::string_view what);
  double number(std::string_view what);  // finite
  std::int64_t integer(std::string_view what);
  void expect(std::string_view text);
  // Fails if there is another word in this line.
  void end_line();
  void skip_line();
  // Skips what comes before `text`, and `text` itself.
  void skip_past(std::string_view text);

  // Binary, from the next byte on. A line feed ends the text before it.
  void start_binary();
  void start_text() { binary_ = false; }
  void swap_bytes() { swap_ = true; }  // numbers are in the other byte order than this machine's
  template <class Number>
  Number binary(std::string_view what) {
    return stored_number<Number>(take(sizeof(Number), what).data(), swap_);
  }
  std::string_view take(std::size_t bytes, std::string_view what);

  // Refuses a count that is negative or larger than what the bytes left could hold, before anyone allocates for it.
  std::int64_t checked_count(std::int64_t count, std::size_t least_bytes_each, std::string_view what) const;

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
  std::size_t last_ = 0;  // where the last word or number starts
  bool binary_ = false;
  bool swap_ = false;
};

// A piece of a file as a message may show it: short and printable.
std::string shown(std::string_view text);

}  // namespace simbench

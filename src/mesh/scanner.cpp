#include "mesh/scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"

namespace simbench {

std::string shown(std::string_view text) {
  std::string result(text.substr(0, 40));
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + result + (text.size() > 40 ? "…'" : "'");
}

void Scanner::fail(std::string_view message) const {
  const std::size_t place =
      binary_ ? last_ : 1 + std::count(contents_.begin(), contents_.begin() + static_cast<long>(last_), '\n');
  throw Error(ExitCode::mesh,
              fmt::format("mesh file '{}', {} {}: {}", name_, binary_ ? "byte" : "line", place, message));
}

void Scanner::skip_blanks(bool line_feeds) {
  while (position_ < contents_.size()) {
    const char c = contents_[position_];
    if (c == '#' && layout_ == Layout::lines) {
      position_ = std::min(contents_.find('\n', position_), contents_.size());
    } else if (c == ' ' || c == '\t' || c == '\r' || (c == '\n' && line_feeds)) {
      ++position_;
    } else {
      return;
    }
  }
}

bool Scanner::at_end() {
  skip_blanks(true);
  last_ = position_;
  return position_ == contents_.size();
}

bool Scanner::line_has_word() {
  skip_blanks(false);
  return position_ < contents_.size() && contents_[position_] != '\n';
}

std::string_view Scanner::word(std::string_view what) {
  skip_blanks(layout_ == Layout::words);
  last_ = position_;
  if (position_ == contents_.size()) fail(fmt::format("expected {}, found the end of the file", what));
  if (contents_[position_] == '\n') fail(fmt::format("expected {}, found the end of the line", what));
  const std::string_view blanks = layout_ == Layout::lines ? " \t\r\n#" : " \t\r\n";
  position_ = std::min(contents_.find_first_of(blanks, position_), contents_.size());
  return contents_.substr(last_, position_ - last_);
}

double Scanner::number(std::string_view what) {
  const std::string_view text = word(what);
  const std::optional<double> value = parse_number(text);
  if (!value || !std::isfinite(*value)) {
    fail(fmt::format("expected {} (a finite number), found {}", what, shown(text)));
  }
  return *value;
}

std::int64_t Scanner::integer(std::string_view what) {
  const std::string_view text = word(what);
  const std::optional<std::int64_t> value = parse_integer(text);
  if (!value) fail(fmt::format("expected {} (an integer), found {}", what, shown(text)));
  return *value;
}

void Scanner::expect(std::string_view text) {
  const std::string quoted = fmt::format("'{}'", text);
  const std::string_view found = word(quoted);
  if (found != text) fail(fmt::format("expected {}, found {}", quoted, shown(found)));
}

void Scanner::end_line() {
  if (line_has_word()) fail(fmt::format("expected the end of the line, found {}", shown(word("a word"))));
}

void Scanner::skip_line() {
  position_ = std::min(contents_.find('\n', position_), contents_.size());
}

void Scanner::skip_past(std::string_view text) {
  const std::size_t found = contents_.find(text, position_);
  if (found == std::string_view::npos) fail(fmt::format("there is no '{}' after this", text));
  position_ = found + text.size();
}

void Scanner::start_binary() {
  if (contents_.substr(position_, 2) == "\r\n") ++position_;
  last_ = position_;
  if (contents_.substr(position_, 1) != "\n") fail("expected the end of the line before binary data");
  ++position_;
  binary_ = true;
}

std::string_view Scanner::take(std::size_t bytes, std::string_view what) {
  last_ = position_;
  if (contents_.size() - position_ < bytes) fail(fmt::format("expected {}, found the end of the file", what));
  position_ += bytes;
  return contents_.substr(last_, bytes);
}

std::int64_t Scanner::checked_count(std::int64_t count, std::size_t min_bytes_each,
                                    std::string_view what) const {
  if (count < 0) fail(fmt::format("the number of {} is {}, but it must be at least 0", what, count));
  const std::size_t left = contents_.size() - position_;
  if (static_cast<std::size_t>(count) > left / min_bytes_each) {
    fail(fmt::format("the file announces {} {}, but its last {} bytes are too few for them", count, what,
                     left));
  }
  return count;
}

}  // namespace simbench

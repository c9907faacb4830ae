#include "base/visible.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace simbench {

namespace {

struct Character {
  std::size_t bytes;  // 0 if the bytes are not UTF-8
  unsigned code;
};

// The first character of a text.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  // A longer encoding than necessary is not UTF-8.
  constexpr std::array<unsigned, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  if (lead < 0xc0 || lead > 0xf7 || bytes > text.size()) return {0, 0};
  unsigned code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {0, 0};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code < least[bytes] || surrogate || code > 0x10ffff ? Character{0, 0} : Character{bytes, code};
}

bool is_control(unsigned code) {
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0);
}

// Marks of direction, invisible joiners and separators of lines (Unicode's categories Cf, Zl and Zp, without
// those that Arabic and Indic texts need).
bool is_format(unsigned code) {
  struct Range {
    unsigned first, last;
  };
  static constexpr Range ranges[] = {{0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e},
                                     {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
                                     {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
  return std::ranges::any_of(ranges,
                             [&](const Range& range) { return range.first <= code && code <= range.last; });
}

// As in JSON: characters beyond the first 2¹⁶ are two numbers.
bool write_escaped(unsigned code, std::FILE* stream) {
  if (code < 0x10000) return std::fprintf(stream, "\\u%04x", code) > 0;
  return std::fprintf(stream, "\\u%04x\\u%04x", 0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff)) > 0;
}

}  // namespace

bool write_visibly(std::string_view text, std::FILE* stream) noexcept {
  bool good = true;
  const auto write = [&](std::size_t bytes) {
    good = good && std::fwrite(text.data(), 1, bytes, stream) == bytes;
    text.remove_prefix(bytes);
  };
  std::size_t plain = 0;  // number of leading bytes that need no escape
  while (plain < text.size()) {
    const Character next = first_of(text.substr(plain));
    if (next.bytes > 0 && !is_control(next.code) && !is_format(next.code)) {
      plain += next.bytes;
      continue;
    }
    write(plain);
    plain = 0;
    const unsigned byte = static_cast<unsigned char>(text.front());
    good = good &&
           (next.bytes > 0 ? write_escaped(next.code, stream) : std::fprintf(stream, "\\x%02x", byte) > 0);
    text.remove_prefix(next.bytes > 0 ? next.bytes : 1);
  }
  write(plain);
  return good;
}

}  // namespace simbench

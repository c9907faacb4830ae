#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "base/visible.h"

namespace {

std::string visible(const std::string& text) {
  std::FILE* const file = std::tmpfile();
  CHECK(simbench::write_visibly(text, file));
  std::rewind(file);
  std::string written(std::size_t{1} << 12, '\0');
  written.resize(std::fread(written.data(), 1, written.size(), file));
  std::fclose(file);
  return written;
}

}  // namespace

TEST_CASE("Text without control characters stays as it is") {
  for (const std::string text :
       {"", "qn: 3 rows\n\tf* = 1e-3\n", "Schöne Grüße, 10⁻³ m²", "日本語 𝛼 │⣿", "a\u00a0b"})
    CHECK(visible(text) == text);
}

TEST_CASE("Control characters become escapes of JSON") {
  CHECK(visible("a\x1b[31mred\x1b[0m") == "a\\u001b[31mred\\u001b[0m");
  CHECK(visible("over\rwritten\a\b\x7f") == "over\\u000dwritten\\u0007\\u0008\\u007f");
  CHECK(visible(std::string("a\0b", 3)) == "a\\u0000b");
  CHECK(visible("\u009b31m \u0085 \u0080\u009f") == "\\u009b31m \\u0085 \\u0080\\u009f");
}

TEST_CASE("Characters that reorder or hide others become escapes of JSON") {
  CHECK(visible("\u202e0.1\u202c") == "\\u202e0.1\\u202c");
  CHECK(visible("a\u200bb\u2028c\ufeff") == "a\\u200bb\\u2028c\\ufeff");
  CHECK(visible("\U000e0041") == "\\udb40\\udc41");  // a pair of surrogates, as JSON wants it
}

TEST_CASE("Bytes that are not UTF-8 become hexadecimal numbers") {
  CHECK(visible("caf\xe9 \x9b"
                "31m") == "caf\\xe9 \\x9b31m");
  CHECK(visible("\xc0\x9b \xe0\x82\x9b") ==
        "\\xc0\\x9b \\xe0\\x82\\x9b");                  // overlong encodings of ESC and U+009B
  CHECK(visible("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // a surrogate
  CHECK(visible("\xf4\x90\x80\x80 \xff") == "\\xf4\\x90\\x80\\x80 \\xff");
  CHECK(visible("ends in the middle: \xe2\x82") == "ends in the middle: \\xe2\\x82");
}

TEST_CASE("A stream that cannot be written is reported") {
  std::FILE* const full = std::fopen("/dev/full", "w");
  std::setvbuf(full, nullptr, _IONBF, 0);
  CHECK_FALSE(simbench::write_visibly("text", full));
  CHECK_FALSE(simbench::write_visibly("\x1b", full));
  std::fclose(full);
}

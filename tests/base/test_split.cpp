#include <catch2/catch.hpp>

#include "base/split.h"

using namespace simbench;
using Parts = std::vector<std::string_view>;

TEST_CASE("Text is cut at every separator, empty parts included") {
  CHECK(split("a,b,,c", ',') == Parts{"a", "b", "", "c"});
  CHECK(split("a,", ',') == Parts{"a", ""});
  CHECK(split("", ',') == Parts{""});
}

TEST_CASE("A line feed ends a line, and the last line may lack it") {
  CHECK(lines_of("a\n\nb\n") == Parts{"a", "", "b"});
  CHECK(lines_of("a\nb") == Parts{"a", "b"});
  CHECK(lines_of("").empty());
}

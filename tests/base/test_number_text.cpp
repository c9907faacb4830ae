#include <bit>
#include <catch2/catch.hpp>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "base/number_text.h"

using namespace simbench;

TEST_CASE("Numbers read back to the same bits") {
  std::mt19937_64 bits(1);
  int finite = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t pattern = bits();
    const double value = std::bit_cast<double>(pattern);
    if (!std::isfinite(value)) continue;
    ++finite;
    const auto read = parse_number(number_text(value));
    REQUIRE(read);
    REQUIRE(std::bit_cast<std::uint64_t>(*read) == pattern);
  }
  CHECK(finite > 19000);
  for (const double value :
       {0.0, -0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()}) {
    CHECK(std::bit_cast<std::uint64_t>(parse_number(number_text(value)).value()) ==
          std::bit_cast<std::uint64_t>(value));
  }
}

TEST_CASE("Numbers are written as short as possible, with a point in every locale") {
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8"}) std::setlocale(LC_ALL, locale);  // if installed
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(1e9) == "1e+09");
  CHECK(number_text(-3) == "-3");
  CHECK(parse_number("1.5") == 1.5);
  std::setlocale(LC_ALL, "C");
}

TEST_CASE("Numbers that are not finite have one spelling") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(number_text(nan) == "nan");
  CHECK(number_text(-nan) == "nan");
  CHECK(number_text(infinity) == "inf");
  CHECK(number_text(-infinity) == "-inf");
  CHECK(std::isnan(parse_number("nan").value()));
  CHECK(parse_number("-inf") == -infinity);
}

TEST_CASE("Integers are appended") {
  std::string text = "a,";
  append_number(text, -7);
  append_number(text, std::numeric_limits<long long>::min());
  append_number(text, std::numeric_limits<std::size_t>::max());
  append_number(text, 0.5);
  CHECK(text == "a,-7-9223372036854775808184467440737095516150.5");
}

TEST_CASE("Only a whole number is a number") {
  for (const char* text : {"", " 1", "1 ", "1,5", "1e", "+1", "0x1p3", "1e999", "one", "1.5s", "--1"}) {
    INFO(text);
    CHECK_FALSE(parse_number(text));
  }
}

TEST_CASE("Only a whole integer is an integer") {
  CHECK(parse_integer("-12") == -12);
  CHECK(parse_integer("9223372036854775807") == 9223372036854775807);
  for (const char* text : {"", " 1", "1 ", "+1", "1.0", "1e3", "0x1", "9223372036854775808", "-"}) {
    INFO(text);
    CHECK_FALSE(parse_integer(text));
  }
}

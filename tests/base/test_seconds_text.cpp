#include <catch2/catch.hpp>

#include "base/seconds_text.h"

using namespace simbench;

TEST_CASE("Times are in the unit that a person would choose, with two digits or whole") {
  // tests/python/package/test_seconds.py has the same table for the Python package.
  CHECK(seconds_text(0) == "0 ms");
  CHECK(seconds_text(8.64e-5) == "0.086 ms");
  CHECK(seconds_text(0.00344) == "3.4 ms");
  CHECK(seconds_text(0.00996) == "10 ms");
  CHECK(seconds_text(0.1234) == "123 ms");
  CHECK(seconds_text(0.9996) == "1 s");
  CHECK(seconds_text(1.25) == "1.2 s");
  CHECK(seconds_text(99.7) == "100 s");
  CHECK(seconds_text(120) == "2 min");
  CHECK(seconds_text(1234.5) == "21 min");
  CHECK(seconds_text(9000) == "2.5 h");
}

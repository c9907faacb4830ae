#include <catch2/catch.hpp>

#include "base/counted.h"

using namespace simbench;

TEST_CASE("A noun is in the plural unless the number is 1") {
  CHECK(counted(0, "run") == "0 runs");
  CHECK(counted(1, "run") == "1 run");
  CHECK(counted(2u, "run") == "2 runs");
  CHECK(counted(1L, "vertex", "vertices") == "1 vertex");
  CHECK(counted(12L, "vertex", "vertices") == "12 vertices");
}

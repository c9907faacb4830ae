#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "base/nearest_name.h"

using namespace simbench;

namespace {
constexpr std::array<std::string_view, 5> solvers{"newton", "qn", "pd", "admm", "youngs_modulus"};
}

TEST_CASE("A name with at most two typing errors is found") {
  CHECK(nearest_name("qm", solvers) == "qn");
  CHECK(nearest_name("Newton", solvers) == "newton");
  CHECK(nearest_name("ADMM", solvers) == "admm");
  CHECK(nearest_name("netwon", solvers) == "newton");    // swapped
  CHECK(nearest_name("newtn", solvers) == "newton");     // missing
  CHECK(nearest_name("neewtonn", solvers) == "newton");  // two letters too many
  CHECK(nearest_name("youngs_modulu", solvers) == "youngs_modulus");
  CHECK(nearest_name("yuongs_modulsu", solvers) == "youngs_modulus");  // swapped twice
}

TEST_CASE("Names further away are not guessed") {
  CHECK_FALSE(nearest_name("neewtonns", solvers));
  CHECK_FALSE(nearest_name("xy", solvers));  // as many errors as letters
  CHECK_FALSE(nearest_name("", solvers));
  CHECK_FALSE(nearest_name(std::string(1000000, 'n'), solvers));
}

TEST_CASE("The nearest of several names wins, the first of equals") {
  CHECK(nearest_name("weight", std::vector<std::string>{"weights2", "weigth", "weight"}) == "weight");
  CHECK(nearest_name("case", std::vector<std::string>{"cast", "cave"}) == "cast");
}

TEST_CASE("Messages end with the nearest name or all of them") {
  CHECK(did_you_mean("qm", solvers) == "; did you mean 'qn'?");
  CHECK(did_you_mean("gauss", std::vector<std::string>{"a1", "b", "c"}) == "; allowed: a1, b, c");
  CHECK(did_you_mean("gauss", std::vector<std::string>{}) == "");
  std::vector<std::string> many(99, "zzzzzzzzzz");
  many[7] = "gaussian_x";
  CHECK(did_you_mean("gauss", many, 30).starts_with("; the nearest of 99 names: gaussian_x, zzz"));
}

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "base/units.h"

using namespace simbench;

TEST_CASE("In units of two seconds a joule is four units of energy, a metre stays a metre") {
  CHECK(in_time_unit(1, "J", 2) == 4);
  CHECK(in_time_unit(3, "s", 2) == 1.5);
  CHECK(in_time_unit(3, "kg m/s", 2) == 6);
  CHECK(in_time_unit(9, "N/m", 2) == in_time_unit(3, "sqrt(J)", 2) * in_time_unit(3, "sqrt(J)", 2));
  CHECK(in_time_unit(7, "m", 2) == 7);
  CHECK_THROWS_AS(in_time_unit(1, "furlong", 2), std::logic_error);
}

TEST_CASE("Products of units are products of values: energy is force times length") {
  const double t = 0.37;
  CHECK(in_time_unit(1, "N", t) == Approx(in_time_unit(1, "m/s^2", t)));
  CHECK(in_time_unit(1, "J", t) == Approx(std::pow(in_time_unit(1, "m/s", t), 2)));
  CHECK(in_time_unit(1, "kg m^2/s", t) * in_time_unit(1, "s", t) == Approx(1));
}

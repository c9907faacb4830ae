#include "base/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace simbench {

namespace {

int seconds_power(std::string_view unit) {
  static constexpr std::array<std::pair<std::string_view, int>, 20> powers = {
      {{"", 0},        {"1", 0},         {"m", 0},        {"m^3", 0},        {"kg", 0},
       {"kg/m^3", 0},  {"s", 1},         {"m/s", -1},     {"deg", 0},        {"deg/s", -1},
       {"kg m/s", -1}, {"kg m^2/s", -1}, {"sqrt(J)", -1}, {"sqrt(N/m)", -1}, {"m/s^2", -2},
       {"J", -2},      {"J/m^3", -2},    {"N", -2},       {"N/m", -2},       {"Pa", -2}}};
  const auto known =
      std::find_if(powers.begin(), powers.end(), [&](const auto& p) { return p.first == unit; });
  if (known == powers.end()) throw std::logic_error("no such unit: " + std::string(unit));
  return known->second;
}

}  // namespace

double in_time_unit(double value, std::string_view unit, double time_unit) {
  return value * std::pow(time_unit, -seconds_power(unit));
}

}  // namespace simbench

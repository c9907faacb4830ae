#include "base/c_library.h"

#include <fmt/format.h>
#include <gnu/libc-version.h>

#include <cmath>
#include <vector>

#include "base/sha256.h"

namespace simbench {

namespace {

// Of a thousand arguments, every variant rounds some differently from every other one.
std::string fingerprint_of_functions() {
  std::vector<double> values;
  double x = 1e-3;  // grows by 1 % each time, to 20
  for (int i = 0; i < 1000; ++i, x *= 1.01) {
    for (const double value :
         {std::exp(-x), std::log(x), std::pow(x, 1.7), std::sin(x), std::cos(x), std::tan(x), std::atan(x),
          std::atan2(x, 1.3), std::acos(x / 21), std::cbrt(x)})
      values.push_back(value);
    const auto single = static_cast<float>(x);
    for (const float value :
         {std::exp(-single), std::log(single), std::pow(single, 1.7F), std::sin(single), std::cos(single)})
      values.push_back(value);
  }
  return Sha256().update(std::span<const double>(values)).hex().substr(0, 8);
}

}  // namespace

std::string c_library() {
  static const std::string text =
      fmt::format("{} (functions {})", gnu_get_libc_version(), fingerprint_of_functions());
  return text;
}

}  // namespace simbench

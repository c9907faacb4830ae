// Taylor's test of a derivative: the remainder |f(x + t d) − f(x) − t f'(x) d| falls like t². The slope of its
// logarithm is 2 for the right derivative and 1 for a wrong one, whatever the units.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace simbench::test {

inline constexpr double first_taylor_step = 1e-3;

// remainder(t): the norm of the remainder; `rounding`: the size below which it is noise. Returns the median of
// the slopes between successive halvings of t; 2 for a remainder that is nothing but noise (a linear f).
template <class Remainder>
double taylor_slope(const Remainder& remainder, double rounding) {
  std::array<double, 5> slopes{};
  std::size_t count = 0;
  double step = first_taylor_step;
  double last = remainder(step);
  while (count < slopes.size()) {
    step /= 2;
    const double next = remainder(step);
    if (!(next > 100 * rounding)) break;
    slopes[count++] = std::log2(last / next);
    last = next;
  }
  if (count == 0) return last <= 1e4 * rounding ? 2 : 0;
  std::nth_element(slopes.begin(), slopes.begin() + count / 2, slopes.begin() + count);
  return slopes[count / 2];
}

}  // namespace simbench::test

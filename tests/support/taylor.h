// Taylor's test of a derivative: the remainder |f(x + t d) − f(x) − t f'(x) d| falls like t². The slope of
// its logarithm is 2 for the right derivative and 1 for a wrong one, whatever the units.
#pragma once

#include <cmath>

namespace simbench::test {

inline constexpr double first_taylor_step = 1e-3;

// `remainder(t)` returns the norm of the remainder, which is noise below `rounding`. Returns the slope of the
// last halving of t whose remainder is well above the noise, or 2 if the remainder is only noise (a linear
// f).
template <class Remainder>
double taylor_slope(const Remainder& remainder, double rounding) {
  constexpr int halvings = 8;
  double step = first_taylor_step;
  double last = remainder(step);
  double slope = last <= 1e4 * rounding ? 2 : 0;
  for (int i = 0; i < halvings; ++i) {
    step /= 2;
    const double next = remainder(step);
    if (!(next > 1000 * rounding)) break;
    slope = std::log2(last / next);
    last = next;
  }
  return slope;
}

}  // namespace simbench::test

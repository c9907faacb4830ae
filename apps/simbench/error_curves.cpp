#include "simbench/error_curves.h"

#include <algorithm>
#include <cmath>

namespace simbench {

namespace {

constexpr int lowest_shown = -16;
constexpr int highest_shown = 4;

// log10 of the error, clamped to the range; the lowest exponent for errors of 0 and below.
double exponent_of(double error) {
  return error > 0 ? std::clamp<double>(std::log10(error), lowest_shown, highest_shown) : lowest_shown;
}

}  // namespace

double Decades::height(double error) const {
  return std::clamp((exponent_of(error) - lowest) / (highest - lowest), 0.0, 1.0);
}

Decades decades_of(const std::vector<ErrorCurve>& curves) {
  double lowest = 0;
  double highest = lowest_shown;
  for (const ErrorCurve& curve : curves) {
    for (const ErrorPoint& point : curve.points) {
      lowest = std::min(lowest, exponent_of(point.error));
      highest = std::max(highest, exponent_of(point.error));
    }
  }
  const int bottom = static_cast<int>(std::floor(lowest));
  return {bottom, std::max(bottom + 1, static_cast<int>(std::ceil(highest)))};
}

}  // namespace simbench

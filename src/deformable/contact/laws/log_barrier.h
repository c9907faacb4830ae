// The barrier of incremental potential contact (Li et al. 2020, Eq. 6, of squared distances as in its code):
// ψ = −(D − D̂)² ln(D/D̂) for D < D̂ = d̂². It is infinite at D = 0. The stiffness is in J/m⁴.
#pragma once

#include <cmath>
#include <string_view>

#include "deformable/contact/laws/law_of_distance.h"

namespace simbench {

struct LogBarrier {
  static constexpr std::string_view name = "log_barrier";
  double square;  // D̂ [m²]

  explicit LogBarrier(double distance) : square(distance * distance) {}
  DistanceEnergy operator()(double D) const {
    const double part = square / D, logarithm = std::log(D / square), missing = square - D;
    return {-missing * missing * logarithm, missing * (2 * logarithm - part + 1),
            (part + 2) * part - 2 * logarithm - 3};
  }
};

}  // namespace simbench

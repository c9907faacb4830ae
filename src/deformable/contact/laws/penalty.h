// The quadratic penalty: ψ = ½ (d̂ − d)² for d < d̂. The stiffness is in J/m². Like the barriers, it sees no
// side: the step filter keeps bodies apart.
#pragma once

#include <cmath>
#include <string_view>

#include "deformable/contact/laws/law_of_distance.h"

namespace simbench {

struct Penalty {
  static constexpr std::string_view name = "penalty";
  double distance;  // d̂ [m]

  explicit Penalty(double reach) : distance(reach) {}
  DistanceEnergy operator()(double D) const {
    const double d = std::sqrt(D), missing = distance - d;
    return by_square(d, missing * missing / 2, -missing, 1);
  }
};

}  // namespace simbench

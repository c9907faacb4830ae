// The cubic barrier (Ando 2024): ψ = 2 (d̂ − d)³/(3 d̂) for d < d̂, whose curvature is finite at d = 0. The
// stiffness is in J/m². The step filter, not the energy, keeps bodies apart.
#pragma once

#include <cmath>
#include <string_view>

#include "deformable/contact/laws/law_of_distance.h"

namespace simbench {

struct CubicBarrier {
  static constexpr std::string_view name = "cubic_barrier";
  double distance;  // d̂ [m]

  explicit CubicBarrier(double reach) : distance(reach) {}
  DistanceEnergy operator()(double D) const {
    const double d = std::sqrt(D), missing = distance - d;
    return by_square(d, 2 * missing * missing * missing / (3 * distance), -2 * missing * missing / distance,
                     4 * missing / distance);
  }
};

}  // namespace simbench

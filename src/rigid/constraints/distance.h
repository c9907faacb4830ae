// Keeps two points at a distance: c = |δp| − L, where δp = x_i + r_i − x_j − r_j minus an offset that is
// fixed in the world (Waterson 2026, Eq. 5.2). With L = 0 it is the scalar form of a ball joint. At δp = 0
// there is no gradient. If the constraint is a limit, L is the smallest (Λ ≥ 0) or the largest (Λ ≤ 0)
// distance.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Distance : ConstraintBase<1> {
  static constexpr std::string_view name = "distance";
  std::array<Vector3<double>, 2> points = {Vector3<double>::Zero(),
                                           Vector3<double>::Zero()};  // r₀ of each body [m]
  double length = 0;                                                  // L [m]
  Vector3<double> offset = Vector3<double>::Zero();                   // [m]

  Vector3<double> arm(int b, std::span<const Pose> poses) const {
    return poses[bodies[b]].in_world(points[b]);
  }
  Along along(const Vector3<double>& delta) const {
    const Vector3<double> between = delta - offset;
    const double distance = between.norm();
    if (!(distance > 0)) return {distance - length, Vector3<double>::Zero(), false};
    return {distance - length, between / distance};
  }
  Linear linearise(std::span<const Pose> poses) const { return linearise_along(*this, poses); }
};

}  // namespace simbench::rigid

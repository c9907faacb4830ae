// Keeps two points at a distance: c = |δp| − L, where δp = x_i + r_i − x_j − r_j minus an offset that is
// fixed in the world (Waterson 2026, Eq. 5.2). With L = 0 it is the scalar form of a ball joint. At δp = 0
// there is no gradient. If the constraint is a limit, L is the smallest (Λ ≥ 0) or the largest (Λ ≤ 0)
// distance.
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Distance : ConstraintBase<Real, 1> {
  static constexpr std::string_view name = "distance";
  std::array<Vector3<Real>, 2> points = {Vector3<Real>::Zero(),
                                         Vector3<Real>::Zero()};  // r₀ of each body [m]
  Real length = 0;                                                // L [m]
  Vector3<Real> offset = Vector3<Real>::Zero();                   // [m]

  Vector3<Real> arm(int b, std::span<const Pose<Real>> poses) const {
    return poses[this->bodies[b]].in_world(points[b]);
  }
  Along<Real> along(const Vector3<Real>& delta) const {
    const Vector3<Real> between = delta - offset;
    const Real distance = between.norm();
    if (!(distance > 0)) return {distance - length, Vector3<Real>::Zero(), false};
    return {distance - length, between / distance};
  }
  typename ConstraintBase<Real, 1>::Linear linearise(std::span<const Pose<Real>> poses) const {
    return linearise_along(*this, poses);
  }
};

}  // namespace simbench::rigid

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

  static auto members(auto& self) { return std::tie(self.points, self.length, self.offset); }

  Vector3<Real> arm(int b, std::span<const Pose<Real>> poses) const {
    return poses[this->bodies[b]].in_world(points[b]);
  }
  typename ConstraintBase<Real, 1>::Linear linearise(std::span<const Pose<Real>> poses) const {
    const Pose<Real>&i = poses[this->bodies[0]], &j = poses[this->bodies[1]];
    const Vector3<Real> ri = i.in_world(points[0]), rj = j.in_world(points[1]);
    const Vector3<Real> gap = i.position + ri - j.position - rj - offset;
    const Real distance = gap.norm();
    typename ConstraintBase<Real, 1>::Linear result;
    result.error[0] = distance - length;
    result.has_gradient = distance > 0;
    const Vector3<Real> n = result.has_gradient ? Vector3<Real>(gap / distance) : Vector3<Real>::Zero();
    result.linear = {n.transpose(), -n.transpose()};
    result.angular = {ri.cross(n).transpose(), -rj.cross(n).transpose()};
    return result;
  }
};

}  // namespace simbench::rigid

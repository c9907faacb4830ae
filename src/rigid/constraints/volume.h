// The volume of the tetrahedron of four bodies' centres: c = 6 (V − V₀) = d₁·(d₂ × d₃) − 6 V₀ with
// d_k = x_k − x₀ (Waterson 2026, Eq. 6.50).
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

template <class Real>
struct Volume : ConstraintBase<Real, 1, 4> {
  static constexpr std::string_view name = "volume";
  Real volume = 0;  // V₀ [m³]

  Volume() { this->measure = Measure::volume; }

  typename ConstraintBase<Real, 1, 4>::Linear linearise(std::span<const Pose<Real>> poses) const {
    const Vector3<Real>& origin = poses[this->bodies[0]].position;
    std::array<Vector3<Real>, 3> d;
    for (int k = 0; k < 3; ++k) d[k] = poses[this->bodies[k + 1]].position - origin;
    typename ConstraintBase<Real, 1, 4>::Linear result;
    result.error[0] = d[0].dot(d[1].cross(d[2])) - 6 * volume;
    result.angular.fill(Eigen::Matrix<Real, 1, 3>::Zero());
    result.linear[0].setZero();
    for (int k = 0; k < 3; ++k) {
      result.linear[k + 1] = d[(k + 1) % 3].cross(d[(k + 2) % 3]).transpose();
      result.linear[0] -= result.linear[k + 1];
    }
    return result;
  }
};

}  // namespace simbench::rigid

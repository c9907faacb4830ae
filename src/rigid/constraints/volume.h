// The volume of the tetrahedron of four bodies' centres: c = 6 (V − V₀) = d₁·(d₂ × d₃) − 6 V₀ with
// d_k = x_k − x₀ (Waterson 2026, Eq. 6.50).
#pragma once

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Volume : ConstraintBase<1, 4> {
  static constexpr std::string_view name = "volume";
  double volume = 0;  // V₀ [m³]

  Volume() { measure = Measure::volume; }

  Linear linearise(std::span<const Pose> poses) const {
    const Vector3<double>& origin = poses[bodies[0]].position;
    std::array<Vector3<double>, 3> d;
    for (int k = 0; k < 3; ++k) d[k] = poses[bodies[k + 1]].position - origin;
    Linear result;
    result.error[0] = d[0].dot(d[1].cross(d[2])) - 6 * volume;
    result.angular.fill(Eigen::Matrix<double, 1, 3>::Zero());
    result.linear[0].setZero();
    for (int k = 0; k < 3; ++k) {
      result.linear[k + 1] = d[(k + 1) % 3].cross(d[(k + 2) % 3]).transpose();
      result.linear[0] -= result.linear[k + 1];
    }
    return result;
  }
};

}  // namespace simbench::rigid

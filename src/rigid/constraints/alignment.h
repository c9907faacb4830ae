// The axis constraint of axis.h in two rows, c = φ ŵ·(t₁, t₂), with the angle φ and
// ŵ = n_i × n_j/|n_i × n_j|. t₁ and t₂ are perpendicular to the first body's axis and rotate with that body.
// |c| = φ as in axis.h, but c is smooth where the axes are aligned, as Newton's method requires. If the axes
// are opposite, ŵ is any direction perpendicular to them, and there is no gradient.
#pragma once

#include <cmath>

#include "rigid/constraints/axis.h"

namespace simbench::rigid {

struct Alignment : ConstraintBase<2> {
  static constexpr std::string_view name = "axis";  // the constraint that it replaces
  std::array<Vector3<double>, 2> axes = {
      Vector3<double>::UnitX(), Vector3<double>::UnitX()};  // of unit length, in the frame of each body

  Alignment() { measure = Measure::angle; }

  Linear linearise(std::span<const Pose> poses) const {
    const Pose& i = poses[bodies[0]];
    const Vector3<double> ni = i.in_world(axes[0]), nj = poses[bodies[1]].in_world(axes[1]);
    const Vector3<double> first = axes[0].unitOrthogonal();
    const std::array<Vector3<double>, 2> across = {i.in_world(first), i.in_world(axes[0].cross(first))};
    const Vector3<double> u = ni.cross(nj);
    const double sine = u.norm(), cosine = ni.dot(nj), angle = std::atan2(sine, cosine);
    // φ/sin φ and its derivative with respect to cos φ.
    double ratio = 1 + angle * angle / 6 * (1 + 7 * angle * angle / 60),
           slope = -1. / 3 - 2 * angle * angle / 15;
    if (angle > 1e-2) {
      ratio = angle / sine;
      slope = (angle * cosine - sine) / (sine * sine * sine);
    }
    Linear result;
    result.has_gradient = sine > 0 || cosine > 0;
    if (!result.has_gradient) {
      result.error = {angle, 0};
      result.linear.fill(Eigen::Matrix<double, 2, 3>::Zero());
      result.angular.fill(Eigen::Matrix<double, 2, 3>::Zero());
      return result;
    }
    for (int k = 0; k < 2; ++k) {
      const double along = across[k].dot(u);
      const Vector3<double> row = ratio * nj.cross(across[k].cross(ni)) - along * slope * u;  // ∂c/∂θ_j
      result.error[k] = ratio * along;
      result.linear[0].row(k).setZero();
      result.linear[1].row(k).setZero();
      result.angular[0].row(k) = -row.transpose();
      result.angular[1].row(k) = row.transpose();
    }
    return result;
  }
};

}  // namespace simbench::rigid

// The angle from a direction b_i of one body to a direction b_j of another about an axis a that both share:
// c = φ − φ₀, φ = atan2((b_i × b_j)·a, b_i·b_j) plus whole turns: the angle goes on where the last step
// ended. This is the angle of a hinge; another constraint aligns the axis. If the constraint is a limit, φ₀
// is the smallest (Λ ≥ 0) or the largest (Λ ≤ 0) angle.
#pragma once

#include <optional>

#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

struct Angle : ConstraintBase<1> {
  static constexpr std::string_view name = "angle";
  Vector3<double> axis = Vector3<double>::UnitZ();  // a, in the frame of the first body
  std::array<Vector3<double>, 2> directions = {
      Vector3<double>::UnitX(), Vector3<double>::UnitX()};  // b of each body, perpendicular to a
  double angle = 0;                                         // φ₀ [rad]

  Angle() { measure = Measure::angle; }

  // Poses give the angle up to whole turns. Of all these angles, the one nearest to this is meant [rad].
  // predict() sets it for each step to the middle of the angles that may occur.
  std::optional<double> near = {};
  double start = 0;      // φ of X_n, with all its turns [rad]
  double free_turn = 0;  // by which the prediction changes it [rad]

  // c at X_n, whose turns are known, however far the step turns; without what a damper keeps of it, like the
  // errors of linearised().
  double error_at_start() const { return start - angle - target[0]; }

  double angle_at(std::span<const Pose> poses) const {
    return nearest_turn(geometry(poses).angle, expected());
  }

  Linear linearise(std::span<const Pose> poses) const {
    const auto [own_angle, a] = geometry(poses);
    Linear result;
    result.error[0] = nearest_turn(own_angle, expected()) - angle;
    result.linear.fill(Eigen::Matrix<double, 1, 3>::Zero());
    result.angular = {-a.transpose(), a.transpose()};
    return result;
  }

 private:
  // Before the first step: φ₀, the middle of two limits, or an angle between −π and π for one limit.
  double expected() const {
    if (near) return *near;
    return is_limit() && slack == 0 ? 0 : angle + slack / 2;
  }
  struct Geometry {
    double angle;       // between −π and π
    Vector3<double> a;  // in the world frame
  };
  Geometry geometry(std::span<const Pose> poses) const {
    const Pose& i = poses[bodies[0]];
    const Vector3<double> a = i.in_world(axis), bi = i.in_world(directions[0]);
    const Vector3<double> bj = poses[bodies[1]].in_world(directions[1]);
    return {std::atan2(bi.cross(bj).dot(a), bi.dot(bj)), a};
  }
};

}  // namespace simbench::rigid

// The curvature (curvature.h) of the constraints that align axes. u = n_i × n_j, and its derivatives by both
// dθ are [n_j][n_i] and −[n_i][n_j].
#pragma once

#include "rigid/constraints/curvature.h"

namespace simbench::rigid {

struct TwoAxes {
  Vector3<double> ni, nj, u;
  std::array<Matrix3<double>, 2> derivatives;  // of u by both dθ

  TwoAxes(const std::array<int, 2>& bodies, const std::array<Vector3<double>, 2>& axes, const Poses& poses)
      : ni(poses[bodies[0]].in_world(axes[0])), nj(poses[bodies[1]].in_world(axes[1])), u(ni.cross(nj)) {
    const Matrix3<double> Ni = cross_matrix(ni), Nj = cross_matrix(nj);
    derivatives = {Matrix3<double>(Nj * Ni), Matrix3<double>(-Ni * Nj)};
  }
};

template <class Add>
void curvature(const AxisCosine& row, const Poses& poses, const OneMultiplier& multiplier, const Add& add) {
  const TwoAxes axes(row.bodies, row.axes, poses);
  add_opposite_torques({-multiplier[0] * axes.derivatives[0], -multiplier[0] * axes.derivatives[1]}, add);
}

template <class Add>
void curvature(const Axis& row, const Poses& poses, const OneMultiplier& multiplier, const Add& add) {
  const TwoAxes axes(row.bodies, row.axes, poses);
  const double sine = axes.u.norm();
  if (!(sine > 0)) return;
  const Vector3<double> w = axes.u / sine;
  const Matrix3<double> across = multiplier[0] / sine * (Matrix3<double>::Identity() - w * w.transpose());
  add_opposite_torques({across * axes.derivatives[0], across * axes.derivatives[1]}, add);
}

// g = f n_j × (t × n_i) − (t·u) f' u, where t = Λ₁ t₁ + Λ₂ t₂ turns with the first body and f = φ/sin φ is a
// function of cos φ = n_i·n_j, whose derivatives by both dθ are u and −u.
template <class Add>
void curvature(const Alignment& joint, const Poses& poses, const Eigen::Vector2d& multipliers,
               const Add& add) {
  const TwoAxes axes(joint.bodies, joint.axes, poses);
  const Vector3<double> first = joint.axes[0].unitOrthogonal(), second = joint.axes[0].cross(first);
  const Vector3<double> t =
      poses[joint.bodies[0]].in_world(Vector3<double>(multipliers[0] * first + multipliers[1] * second));
  const auto& [ni, nj, u, of_u] = axes;
  const double sine = u.norm(), cosine = ni.dot(nj), angle = std::atan2(sine, cosine);
  if (!(sine > 0 || cosine > 0)) return;
  // f = Σ n!/(2n + 1)!! (1 − cos φ)ⁿ
  const double y = 1 - cosine;
  double f = 1 + y * (1. / 3 + y * (2. / 15 + y * (2. / 35 + y * 8 / 315))),
         slope = -1. / 3 - y * (4. / 15 + y * (6. / 35 + y * 32 / 315)),
         bend = 4. / 15 + y * (12. / 35 + y * (32. / 105 + y * 160 / 693));
  if (angle > 0.1) {
    const double s3 = sine * sine * sine, numerator = angle * cosine - sine;
    f = angle / sine;
    slope = numerator / s3;
    bend = (angle * sine * sine + 3 * cosine * numerator) / (s3 * sine * sine);
  }
  const Vector3<double> m = t.cross(ni), v = nj.cross(m);
  const Matrix3<double> M = cross_matrix(m), Nj = cross_matrix(nj);
  const double along = t.dot(u);
  const std::array<Matrix3<double>, 2> of_v = {Matrix3<double>(-Nj * M), Matrix3<double>(M * Nj)};
  std::array<Matrix3<double>, 2> of_g;
  for (int b = 0; b < 2; ++b) {
    Vector3<double> of_along = of_u[b].transpose() * t, of_cosine = u;
    if (b == 0)
      of_along += t.cross(u);
    else
      of_cosine = -u;
    of_g[b] = f * of_v[b] - along * slope * of_u[b] - slope * u * of_along.transpose() +
              (slope * v - along * bend * u) * of_cosine.transpose();
  }
  add_opposite_torques(of_g, add);
}

}  // namespace simbench::rigid

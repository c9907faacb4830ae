// The curvature of a constraint: the derivatives of Jᵀ Λ at a fixed Λ, for Newton's method. Each function
//
//   curvature(constraint, poses, Λ, add)
//
// calls add(a, part, b, other, block) with the 3 × 3 blocks of ∂(J_aᵀ Λ)/∂δ_b that are not zero; a and b are
// numbers of the constraint's bodies, and the parts are dx or dθ. Rotations act from the left, so blocks of a
// body with itself need not be symmetric. A type without a function of its own has central differences
// (curvature_by_differences), which the tests compare with all functions.
#pragma once

#include "rigid/bodies/logarithm_derivatives.h"
#include "rigid/constraints/constraint_list.h"

namespace simbench::rigid {

enum class Part { dx, dtheta };

// Whether a type has blocks of one body by another. If not, a row's forces turn with the arms of its points
// only, as those of a ball joint do.
template <class Constraint>
inline constexpr bool couples_bodies =
    !std::is_base_of_v<Point, Constraint> && !std::is_same_v<Constraint, Axial> &&
    !std::is_same_v<Constraint, Contact>;

// The step of differences is this part of `length_unit` [m], or so many radians.
inline constexpr double difference_step = 1e-5;

template <class Constraint, class Add>
void curvature_by_differences(const Constraint& constraint, const Poses& poses,
                              const typename Constraint::Multipliers& multipliers, double length_unit,
                              const Add& add) {
  Poses moved = poses;
  for (int b = 0; b < Constraint::body_count; ++b) {
    Pose& pose = moved[constraint.bodies[b]];
    for (const Part other : {Part::dx, Part::dtheta}) {
      const double size = other == Part::dx ? difference_step * length_unit : difference_step;
      std::array<std::array<Matrix3<double>, 2>, Constraint::body_count> blocks;
      for (int k = 0; k < 3; ++k) {
        const auto linearised_at = [&](double way) {
          Displacement step;
          (other == Part::dx ? step.linear : step.angular)[k] = way * size;
          move(pose, step);
          const auto linear = linearised(constraint, moved);
          pose = poses[constraint.bodies[b]];
          return linear;
        };
        const auto above = linearised_at(1), below = linearised_at(-1);
        for (int a = 0; a < Constraint::body_count; ++a) {
          const Displacement up = above.pull(a, multipliers), down = below.pull(a, multipliers);
          blocks[a][0].col(k) = (up.linear - down.linear) / (2 * size);
          blocks[a][1].col(k) = (up.angular - down.angular) / (2 * size);
        }
      }
      for (int a = 0; a < Constraint::body_count; ++a) {
        add(a, Part::dx, b, other, blocks[a][0]);
        add(a, Part::dtheta, b, other, blocks[a][1]);
      }
    }
  }
}

// The curvature of rows whose pull on the first body is −g and on the second g, with a torque g only, from
// the derivatives of g by both dθ.
template <class Add>
void add_opposite_torques(const std::array<Matrix3<double>, 2>& derivatives, const Add& add) {
  for (int b = 0; b < 2; ++b) {
    add(0, Part::dtheta, b, Part::dtheta, Matrix3<double>(-derivatives[b]));
    add(1, Part::dtheta, b, Part::dtheta, derivatives[b]);
  }
}

template <class Add>
void curvature(const Point& joint, const Poses& poses, const Vector3<double>& force, const Add& add) {
  const Matrix3<double> F = cross_matrix(force);
  add(0, Part::dtheta, 0, Part::dtheta, Matrix3<double>(F * cross_matrix(joint.arm(0, poses))));
  add(1, Part::dtheta, 1, Part::dtheta, Matrix3<double>(-F * cross_matrix(joint.arm(1, poses))));
}

// A row along δp with the force f = Λ n. `hessian` is Λ ∂n/∂δp; null if n is fixed.
template <class Constraint, class Add>
void curvature_along(const Constraint& constraint, const Poses& poses, const Vector3<double>& force,
                     const Matrix3<double>* hessian, const Add& add) {
  const Matrix3<double> F = cross_matrix(force);
  std::array<Matrix3<double>, 2> arms, levers;
  for (int b = 0; b < 2; ++b) {
    arms[b] = cross_matrix(constraint.arm(b, poses));
    levers[b] = arms[b];
    if constexpr (requires { constraint.lever(b, poses); })
      levers[b] = cross_matrix(constraint.lever(b, poses));
    const Matrix3<double> turned = F * levers[b];
    add(b, Part::dtheta, b, Part::dtheta, b == 0 ? turned : Matrix3<double>(-turned));
  }
  if (!hessian) return;
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) {
      const Matrix3<double> H = a == b ? *hessian : Matrix3<double>(-*hessian), turned = -H * levers[b];
      add(a, Part::dx, b, Part::dx, H);
      add(a, Part::dx, b, Part::dtheta, turned);
      add(a, Part::dtheta, b, Part::dx, Matrix3<double>(arms[a] * H));
      add(a, Part::dtheta, b, Part::dtheta, Matrix3<double>(arms[a] * turned));
    }
  }
}

using OneMultiplier = Eigen::Matrix<double, 1, 1>;

template <class Add>
void curvature(const Axial& row, const Poses& poses, const OneMultiplier& multiplier, const Add& add) {
  curvature_along(row, poses, multiplier[0] * row.direction, nullptr, add);
}
template <class Add>
void curvature(const Contact& row, const Poses& poses, const OneMultiplier& multiplier, const Add& add) {
  curvature_along(row, poses, multiplier[0] * row.normal, nullptr, add);
}
template <class Add>
void curvature(const Distance& row, const Poses& poses, const OneMultiplier& multiplier, const Add& add) {
  const auto [i, j] = row.bodies;
  const Vector3<double> between =
      poses[i].position + row.arm(0, poses) - poses[j].position - row.arm(1, poses) - row.offset;
  const double distance = between.norm();
  if (!(distance > 0)) return;
  const Vector3<double> n = between / distance;
  const Matrix3<double> hessian =
      multiplier[0] / distance * (Matrix3<double>::Identity() - n * n.transpose());
  curvature_along(row, poses, multiplier[0] * n, &hessian, add);
}

template <class Add>
void curvature(const Translation& row, const Poses& poses, const OneMultiplier& multiplier, const Add& add) {
  const auto [i, j] = row.bodies;
  const Vector3<double> rj = row.arm(1, poses);
  const Matrix3<double> A = multiplier[0] * cross_matrix(poses[i].in_world(row.direction)),
                        Rj = cross_matrix(rj), Q = cross_matrix(poses[j].position + rj - poses[i].position);
  add(0, Part::dx, 0, Part::dtheta, A);
  add(0, Part::dtheta, 0, Part::dx, Matrix3<double>(-A));
  add(0, Part::dtheta, 0, Part::dtheta, Matrix3<double>(Q * A));
  add(0, Part::dtheta, 1, Part::dx, A);
  add(0, Part::dtheta, 1, Part::dtheta, Matrix3<double>(-A * Rj));
  add(1, Part::dx, 0, Part::dtheta, Matrix3<double>(-A));
  add(1, Part::dtheta, 0, Part::dtheta, Matrix3<double>(-Rj * A));
  add(1, Part::dtheta, 1, Part::dtheta, Matrix3<double>(A * Rj));
}

template <class Add>
void curvature(const Angle& row, const Poses& poses, const OneMultiplier& multiplier, const Add& add) {
  const Matrix3<double> A = multiplier[0] * cross_matrix(poses[row.bodies[0]].in_world(row.axis));
  add(0, Part::dtheta, 0, Part::dtheta, A);
  add(1, Part::dtheta, 0, Part::dtheta, Matrix3<double>(-A));
}

template <class Add>
void curvature(const Orientation& joint, const Poses& poses, const Vector3<double>& torque, const Add& add) {
  const Vector3<double> c = linearised(joint, poses).error + joint.target;
  const LogarithmDerivatives derivatives(c);
  const Matrix3<double> inverse = derivatives.inverse_left_jacobian(),
                        first = derivatives.of_inverse_transposed(torque),
                        second = derivatives.of_inverse(torque);
  add(0, Part::dtheta, 0, Part::dtheta, Matrix3<double>(first * inverse));
  add(0, Part::dtheta, 1, Part::dtheta, Matrix3<double>(-first * inverse.transpose()));
  add(1, Part::dtheta, 0, Part::dtheta, Matrix3<double>(-second * inverse));
  add(1, Part::dtheta, 1, Part::dtheta, Matrix3<double>(second * inverse.transpose()));
}

template <class Add>
void curvature(const Volume& row, const Poses& poses, const OneMultiplier& multiplier, const Add& add) {
  std::array<Matrix3<double>, 3> D;
  for (int k = 0; k < 3; ++k) {
    const Vector3<double> d = poses[row.bodies[k + 1]].position - poses[row.bodies[0]].position;
    D[k] = multiplier[0] * cross_matrix(d);
  }
  // The pull on body k + 1 is d_{k+1} × d_{k+2}, and that on body 0 the opposite of their sum.
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    const auto add_pair = [&](int b, const Matrix3<double>& block) {
      add(k + 1, Part::dx, b, Part::dx, block);
      add(0, Part::dx, b, Part::dx, Matrix3<double>(-block));
    };
    add_pair(next + 1, Matrix3<double>(-D[last]));
    add_pair(last + 1, D[next]);
    add_pair(0, Matrix3<double>(D[last] - D[next]));
  }
}

}  // namespace simbench::rigid

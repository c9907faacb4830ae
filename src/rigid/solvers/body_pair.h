// The corrections that a sweep over constraints makes (Gauss–Seidel, Waterson 2026, Eq. 4.72):
//
//   Δ = −ξ (K + α̃)⁻¹ (c + α̃ Λ),   Λ += Δ,   X_b ⊞= M_b⁻¹ J_bᵀ Δ,   K = Σ_b J_b M_b⁻¹ J_bᵀ.
//
// Two lanes compute two bodies of a constraint side by side. The numbers are plain (bodies/plain.h), because
// each correction waits for the poses of the last one.
#pragma once

#include "rigid/bodies/plain.h"
#include "rigid/constraints/point.h"

namespace simbench::rigid {

using Pair = Lanes<double, std::experimental::simd_abi::deduce_t<double, 2>>;

inline Pair pair(double a, double b) {
  Pair result;
  result[0] = a;
  result[1] = b;
  return result;
}
inline plain::Vector<Pair> pair(const Vector3<double>& a, const Vector3<double>& b) {
  return {pair(a.x(), b.x()), pair(a.y(), b.y()), pair(a.z(), b.z())};
}
inline double sum(const Pair& both) {
  return both[0] + both[1];
}

// Two bodies with their poses, which move() changes.
class BodyPair {
 public:
  BodyPair(int i, int j, std::span<const Inertia> inertias, Poses& poses) : i_(poses[i]), j_(poses[j]) {
    inverse_mass = pair(inertias[i].inverse_mass, inertias[j].inverse_mass);
    inverse_principal = pair(inertias[i].inverse_principal, inertias[j].inverse_principal);
    pose = {pair(i_.position, j_.position),
            pair(i_.orientation.w(), j_.orientation.w()),
            {pair(i_.orientation.x(), j_.orientation.x()), pair(i_.orientation.y(), j_.orientation.y()),
             pair(i_.orientation.z(), j_.orientation.z())}};
    R = pose.rotation();
  }
  // `turn_in_body` is the rotation vector in the frame of each body.
  void move(const plain::Vector<Pair>& dx, const plain::Vector<Pair>& turn_in_body) {
    pose.move(dx, R * turn_in_body);
    const auto store = [this](rigid::Pose& target, int k) {
      target.position << pose.position.x[k], pose.position.y[k], pose.position.z[k];
      target.orientation = Quaternion(pose.w[k], pose.q.x[k], pose.q.y[k], pose.q.z[k]);
    };
    store(i_, 0);
    store(j_, 1);
  }

  plain::Pose<Pair> pose;
  plain::Matrix<Pair> R;  // of this pose
  Pair inverse_mass;
  plain::Vector<Pair> inverse_principal;

 private:
  rigid::Pose &i_, &j_;
};

// The rows of J that belong to two bodies.
template <int rows>
class PairRows {
 public:
  using Matrix = Eigen::Matrix<double, rows, rows>;

  // The bodies have the numbers `first` and `first` + 1 in the constraint.
  template <int body_count>
  PairRows(const ConstraintBase<rows, body_count>& constraint, const Linearisation<rows, body_count>& linear,
           int first, std::span<const Inertia> inertias, Poses& poses)
      : bodies_(constraint.bodies[first], constraint.bodies[first + 1], inertias, poses) {
    for (int k = 0; k < rows; ++k) {
      const auto row = [k](const auto& block) { return Vector3<double>(block.row(k).transpose()); };
      direction_[k] = pair(row(linear.linear[first]), row(linear.linear[first + 1]));
      turning_[k] =
          bodies_.R.transposed_times(pair(row(linear.angular[first]), row(linear.angular[first + 1])));
    }
  }
  void add_inverse_mass(Matrix& K) const {
    for (int k = 0; k < rows; ++k) {
      const plain::Vector<Pair> moved = bodies_.inverse_mass * direction_[k],
                                turned = bodies_.inverse_principal * turning_[k];
      for (int l = 0; l <= k; ++l) {
        K(k, l) += sum(dot(moved, direction_[l]) + dot(turned, turning_[l]));
        K(l, k) = K(k, l);
      }
    }
  }
  // X ⊞= M⁻¹ Jᵀ Δ.
  void move(const Eigen::Matrix<double, rows, 1>& change) {
    plain::Vector<Pair> force = Pair(change[0]) * direction_[0], torque = Pair(change[0]) * turning_[0];
    for (int k = 1; k < rows; ++k) {
      force = force + Pair(change[k]) * direction_[k];
      torque = torque + Pair(change[k]) * turning_[k];
    }
    bodies_.move(bodies_.inverse_mass * force, bodies_.inverse_principal * torque);
  }

 private:
  BodyPair bodies_;
  std::array<plain::Vector<Pair>, rows> direction_;  // ∂c/∂dx
  std::array<plain::Vector<Pair>, rows> turning_;    // ∂c/∂dθ, in the frame of each body
};

// Corrects poses and multipliers. The error of `linear` is c minus its target; α̃ is the scaled compliance.
template <int rows, int body_count>
SIMBENCH_FLATTEN void satisfy(const ConstraintBase<rows, body_count>& constraint,
                              const Linearisation<rows, body_count>& linear, double scaled_compliance,
                              double relaxation, std::span<const Inertia> inertias, Poses& poses,
                              double* own_multipliers) {
  static_assert(body_count == 2 || body_count == 4);
  Eigen::Map<Eigen::Matrix<double, rows, 1>> multipliers(own_multipliers);
  using Rows = PairRows<rows>;
  Rows first(constraint, linear, 0, inertias, poses);
  typename Rows::Matrix K = Rows::Matrix::Zero();
  first.add_inverse_mass(K);
  const auto correct = [&] {
    const Eigen::Matrix<double, rows, 1> change =
        linear.correction(constraint, K, scaled_compliance, relaxation, multipliers);
    multipliers += change;
    return change;
  };
  if constexpr (body_count == 2) {
    first.move(correct());
  } else {
    Rows second(constraint, linear, 2, inertias, poses);
    second.add_inverse_mass(K);
    const auto change = correct();
    first.move(change);
    second.move(change);
  }
}

// The same for a row that depends on δp alone (Along).
template <class Constraint>
SIMBENCH_FLATTEN void satisfy_along(const Constraint& constraint, double target, double scaled_compliance,
                                    double relaxation, std::span<const Inertia> inertias, Poses& poses,
                                    double& multiplier) {
  BodyPair bodies(constraint.bodies[0], constraint.bodies[1], inertias, poses);
  const plain::Vector<Pair> points = pair(constraint.points[0], constraint.points[1]);
  plain::Vector<Pair> r = bodies.R * points;
  if constexpr (requires { constraint.turns; }) {
    for (int k = 0; k < 2; ++k) {
      if (constraint.turns[k]) continue;
      r.x[k] = points.x[k];
      r.y[k] = points.y[k];
      r.z[k] = points.z[k];
    }
    r = r + pair(-constraint.radii[0], constraint.radii[1]) * pair(constraint.normal, constraint.normal);
  }
  const plain::Vector<Pair> p = bodies.pose.position + r;
  const auto [error, direction, has_gradient] =
      constraint.along({p.x[0] - p.x[1], p.y[0] - p.y[1], p.z[0] - p.z[1]});
  const plain::Vector<Pair> n = pair(direction, direction);
  const plain::Vector<Pair> turning = bodies.R.transposed_times(cross(r, n)),
                            turned = bodies.inverse_principal * turning;
  const double matrix =
      direction.squaredNorm() * sum(bodies.inverse_mass) + sum(dot(turned, turning)) + scaled_compliance;
  if (!has_gradient || !(matrix > 0)) return;
  const double mass = relaxation / matrix, last = multiplier;
  const double residual = error - constraint.target[0] - target + scaled_compliance * last;
  multiplier = constraint.admissible(last - mass * residual, mass);
  const Pair change = pair(multiplier - last, last - multiplier);
  bodies.move((change * bodies.inverse_mass) * n, change * turned);
}

// The same for a ball joint, whose J is (1, −[r_i], −1, [r_j]).
SIMBENCH_FLATTEN inline void satisfy(const Point& joint, const Vector3<double>& target,
                                     double scaled_compliance, double relaxation,
                                     std::span<const Inertia> inertias, Poses& poses, double* multipliers) {
  using Vector = plain::Vector<double>;
  BodyPair bodies(joint.bodies[0], joint.bodies[1], inertias, poses);
  const plain::Matrix<Pair>& R = bodies.R;
  const plain::Vector<Pair> r = R * pair(joint.points[0], joint.points[1]), p = bodies.pose.position + r;
  const plain::Symmetric<Pair> turning =
      plain::Symmetric<Pair>::of({cross(r, R.a), cross(r, R.b), cross(r, R.c)}, bodies.inverse_principal);
  const double diagonal = sum(bodies.inverse_mass) + scaled_compliance;
  const plain::Symmetric<double> K = {diagonal + sum(turning.xx),
                                      diagonal + sum(turning.yy),
                                      diagonal + sum(turning.zz),
                                      sum(turning.xy),
                                      sum(turning.xz),
                                      sum(turning.yz)};
  const Vector last(multipliers[0], multipliers[1], multipliers[2]);
  const Vector open(p.x[0] - p.x[1], p.y[0] - p.y[1], p.z[0] - p.z[1]);
  const Vector offset(Vector3<double>(joint.offset + joint.target + target));
  const Vector change = -relaxation * K.solve((open - offset) + scaled_compliance * last);
  multipliers[0] = last.x + change.x;
  multipliers[1] = last.y + change.y;
  multipliers[2] = last.z + change.z;
  const Pair sign = pair(1., -1.);
  const plain::Vector<Pair> pull = {sign * change.x, sign * change.y, sign * change.z};
  bodies.move(bodies.inverse_mass * pull, bodies.inverse_principal * R.transposed_times(cross(r, pull)));
}

}  // namespace simbench::rigid

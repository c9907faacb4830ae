// The rows of constraints at fixed poses, stored in the order in which a sweep reads them:
//
//   rows of a shape  │ J K⁻¹ c │ J K⁻¹ c │ …     a shape is a number of rows and of bodies
//   ball joints      │ r_i r_j K⁻¹ c │ …          their J is (1, −[r_i], −1, [r_j])
//   mobilities       │ of body 0 │ of body 1 │ …  M⁻¹ in the world frame
#pragma once

#include <Eigen/LU>
#include <tuple>

#include "rigid/constraints/constraint_list.h"
#include "rigid/solvers/ball_joint_rows.h"

namespace simbench::rigid {

// Whether a constraint holds two points together, as a ball joint does.
template <class Constraint>
inline constexpr bool joins_points = std::is_base_of_v<Point, Constraint>;

template <int rows, int body_count, bool is_of_points = false>
struct FixedRows {
  using Vector = plain::Vector<double>;
  using Multipliers = std::array<double, rows>;

  std::array<int, body_count> bodies;
  Multipliers error;
  std::array<Multipliers, rows> inverse;                     // (K + α̃)⁻¹; zero if nothing can move
  std::array<std::array<Vector, rows>, body_count> linear;   // ∂c/∂dx
  std::array<std::array<Vector, rows>, body_count> angular;  // ∂c/∂dθ

  template <class Constraint>
  FixedRows(const Constraint& constraint, const Poses& poses, double softness,
            std::span<const Mobility> mobilities)
      : FixedRows(constraint.bodies, linearised(constraint, poses), softness, mobilities) {}
  FixedRows(const std::array<int, body_count>& bodies_, const Linearisation<rows, body_count>& at,
            double softness, std::span<const Mobility> mobilities)
      : bodies(bodies_) {
    Eigen::Matrix<double, rows, rows> K = Eigen::Matrix<double, rows, rows>::Identity() * softness;
    for (int k = 0; k < rows; ++k) error[k] = at.error[k];
    for (int b = 0; b < body_count; ++b) {
      const Mobility& mobility = mobilities[bodies[b]];
      for (int k = 0; k < rows; ++k) {
        linear[b][k] = {at.linear[b](k, 0), at.linear[b](k, 1), at.linear[b](k, 2)};
        angular[b][k] = {at.angular[b](k, 0), at.angular[b](k, 1), at.angular[b](k, 2)};
        const Vector moved = mobility.inverse_mass * linear[b][k],
                     turned = mobility.inverse_inertia * angular[b][k];
        for (int l = 0; l <= k; ++l) K(l, k) += dot(moved, linear[b][l]) + dot(turned, angular[b][l]);
      }
    }
    for (int k = 0; k < rows; ++k) {
      for (int l = 0; l < k; ++l) K(k, l) = K(l, k);
    }
    if (at.has_gradient && K.trace() > 0)
      K = K.inverse().eval();
    else
      K.setZero();
    for (int k = 0; k < rows; ++k) {
      for (int l = 0; l < rows; ++l) inverse[k][l] = K(k, l);
    }
  }
  bool can_move() const { return inverse[0][0] != 0; }
  double inverse_of(int row) const { return inverse[row][row]; }  // an entry on the diagonal of (K + α̃)⁻¹

  // (K + α̃)⁻¹ (c + J ΔX + α̃ Λ).
  Multipliers wanted_change(std::span<const Displacement> moves, double softness,
                            const double* multipliers) const {
    Multipliers residual, result{};
    for (int k = 0; k < rows; ++k) residual[k] = error[k] + softness * multipliers[k];
    for (int b = body_count - 1; b >= 0; --b) {
      const Displacement& move = moves[bodies[b]];
      const Vector dx(move.linear), turn(move.angular);
      for (int k = 0; k < rows; ++k) residual[k] += dot(linear[b][k], dx) + dot(angular[b][k], turn);
    }
    for (int k = 0; k < rows; ++k) {
      for (int l = 0; l < rows; ++l) result[k] += inverse[k][l] * residual[l];
    }
    return result;
  }
  // Adds M⁻¹ Jᵀ Δ.
  void displace(const Multipliers& change, std::span<const Mobility> mobilities,
                std::span<Displacement> moves) const {
    for (int b = 0; b < body_count; ++b) {
      Vector force = change[0] * linear[b][0], torque = change[0] * angular[b][0];
      for (int k = 1; k < rows; ++k) {
        force = force + change[k] * linear[b][k];
        torque = torque + change[k] * angular[b][k];
      }
      const Mobility& mobility = mobilities[bodies[b]];
      Displacement& move = moves[bodies[b]];
      move.linear += (mobility.inverse_mass * force).eigen();
      move.angular += (mobility.inverse_inertia * torque).eigen();
    }
  }
};

template <>
struct FixedRows<3, 2, true> {
  using Vector = plain::Vector<double>;
  using Multipliers = std::array<double, 3>;

  std::array<int, 2> bodies;
  Multipliers error = {};
  plain::Symmetric<double> inverse;  // (K + α̃)⁻¹; zero if nothing can move
  std::array<Vector, 2> arms;        // r

  FixedRows() = default;
  FixedRows(const Point& joint, const Poses& poses, double softness, std::span<const Mobility> mobilities)
      : bodies(joint.bodies) {
    const auto [i, j] = bodies;
    const BallJointRows<double> at({plain::plain_pose(poses[i]), plain::plain_pose(poses[j])},
                                   {Vector(joint.points[0]), Vector(joint.points[1])},
                                   {mobilities[i], mobilities[j]}, softness);
    const Vector open = at.between - Vector(Vector3<double>(joint.offset + joint.target));
    error = {open.x, open.y, open.z};
    inverse = at.inverse;
    arms = at.arms;
  }
  bool can_move() const { return inverse.xx != 0; }
  double inverse_of(int row) const { return row == 0 ? inverse.xx : row == 1 ? inverse.yy : inverse.zz; }

  Multipliers wanted_change(std::span<const Displacement> moves, double softness,
                            const double* multipliers) const {
    const Displacement &i = moves[bodies[0]], &j = moves[bodies[1]];
    const Vector before = Vector(error[0], error[1], error[2]) +
                          softness * Vector(multipliers[0], multipliers[1], multipliers[2]);
    const Vector second = Vector(j.linear) + cross(Vector(j.angular), arms[1]);
    const Vector first = Vector(i.linear) + cross(Vector(i.angular), arms[0]);
    const Vector result = inverse * ((before - second) + first);
    return {result.x, result.y, result.z};
  }
  void displace(const Multipliers& change, std::span<const Mobility> mobilities,
                std::span<Displacement> moves) const {
    const Vector force(change[0], change[1], change[2]);
    for (int b = 0; b < 2; ++b) {
      const Mobility& mobility = mobilities[bodies[b]];
      Displacement& move = moves[bodies[b]];
      const Vector own = b == 0 ? force : -1.0 * force;
      move.linear += (mobility.inverse_mass * own).eigen();
      move.angular += (mobility.inverse_inertia * cross(arms[b], own)).eigen();
    }
  }
};

// The rows of each constraint, in the order of the constraints. Rows<rows, body_count, joins_points> derives
// from FixedRows.
template <template <int, int, bool> class Rows>
class RowsOfShapes {
 public:
  template <class Constraint>
  using Of = Rows<Constraint::rows, Constraint::body_count, joins_points<Constraint>>;

  // Removes all and keeps the memory, which is enough for these constraints.
  void clear(const Constraints& constraints) {
    std::apply([](auto&... all) { (all.clear(), ...); }, rows_);
    std::array<std::array<std::size_t, 5>, 4> counts = {};  // by rows and bodies
    std::size_t of_points = 0;
    constraints.for_each([&]<class Constraint>(const Constraint&, Index) {
      ++(joins_points<Constraint> ? of_points : counts[Constraint::rows][Constraint::body_count]);
    });
    const auto reserve =
        [&]<int rows, int body_count, bool joins>(std::vector<Rows<rows, body_count, joins>>& of_shape) {
          of_shape.reserve(joins ? of_points : counts[rows][body_count]);
        };
    std::apply([&](auto&... all) { (reserve(all), ...); }, rows_);
  }
  template <class Own>
  void push_back(const Own& own) {
    std::get<std::vector<Own>>(rows_).push_back(own);
  }
  // Calls body(constraint, its rows, number of its first row) for the constraints in their order.
  template <class Body>
  void for_each(const Constraints& constraints, const Body& body) const {
    auto next = std::apply([](const auto&... all) { return std::tuple(all.data()...); }, rows_);
    constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
      auto*& own = std::get<const Of<Constraint>*>(next);
      body(constraint, *own++, row);
    });
  }

 private:
  std::tuple<std::vector<Rows<1, 2, false>>, std::vector<Rows<2, 2, false>>, std::vector<Rows<3, 2, false>>,
             std::vector<Rows<3, 2, true>>, std::vector<Rows<1, 4, false>>>
      rows_;
};

}  // namespace simbench::rigid

// The rows of constraints at fixed poses, stored in the order in which a sweep reads them:
//
//   rows of a shape  │ J K⁻¹ c │ J K⁻¹ c │ …     a shape is a number of rows and of bodies
//   mobilities       │ of body 0 │ of body 1 │ …  M⁻¹ in the world frame
#pragma once

#include <Eigen/LU>
#include <tuple>

#include "rigid/bodies/plain.h"
#include "rigid/constraints/constraint_list.h"

namespace simbench::rigid {

struct Mobility {
  double inverse_mass;
  plain::Symmetric<double> inverse_inertia;  // in the world frame
};

// The mobilities of all bodies at these poses.
inline void find_mobilities(std::span<const Inertia<double>> inertias, const Poses<double>& poses,
                            std::vector<Mobility>& mobilities) {
  mobilities.clear();
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const plain::Matrix<double> R = plain::plain_pose(poses[b]).rotation();
    const plain::Vector<double> inverse(inertias[b].inverse_principal);
    mobilities.push_back({inertias[b].inverse_mass, plain::Symmetric<double>::of(R, inverse)});
  }
}

template <int rows, int body_count>
struct FixedRows {
  using Vector = plain::Vector<double>;
  using Multipliers = std::array<double, rows>;

  std::array<int, body_count> bodies;
  Multipliers error;
  std::array<Multipliers, rows> inverse;                     // (K + α̃)⁻¹; zero if nothing can move
  std::array<std::array<Vector, rows>, body_count> linear;   // ∂c/∂dx
  std::array<std::array<Vector, rows>, body_count> angular;  // ∂c/∂dθ

  FixedRows(const std::array<int, body_count>& bodies_, const Linearisation<double, rows, body_count>& at,
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

  // (K + α̃)⁻¹ (c + J ΔX + α̃ Λ).
  Multipliers wanted_change(std::span<const Displacement<double>> moves, double softness,
                            const double* multipliers) const {
    Multipliers residual, result{};
    for (int k = 0; k < rows; ++k) residual[k] = error[k] + softness * multipliers[k];
    for (int b = body_count - 1; b >= 0; --b) {
      const Displacement<double>& move = moves[bodies[b]];
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
                std::span<Displacement<double>> moves) const {
    for (int b = 0; b < body_count; ++b) {
      Vector force = change[0] * linear[b][0], torque = change[0] * angular[b][0];
      for (int k = 1; k < rows; ++k) {
        force = force + change[k] * linear[b][k];
        torque = torque + change[k] * angular[b][k];
      }
      const Mobility& mobility = mobilities[bodies[b]];
      Displacement<double>& move = moves[bodies[b]];
      move.linear += (mobility.inverse_mass * force).eigen();
      move.angular += (mobility.inverse_inertia * torque).eigen();
    }
  }
};

// One Rows<rows, body_count> of each constraint, in the order of the constraints.
template <template <int, int> class Rows>
class RowsOfShapes {
 public:
  // Removes all and keeps the memory, which is enough for these constraints.
  void clear(const Constraints<double>& constraints) {
    std::array<std::array<std::size_t, 5>, 4> counts = {};  // by rows and bodies
    constraints.for_each([&]<class Constraint>(const Constraint&, Index) {
      ++counts[Constraint::rows][Constraint::body_count];
    });
    const auto clear_shape = [&]<int rows, int body_count>(std::vector<Rows<rows, body_count>>& of_shape) {
      of_shape.clear();
      of_shape.reserve(counts[rows][body_count]);
    };
    std::apply([&](auto&... all) { (clear_shape(all), ...); }, rows_);
  }
  template <int rows, int body_count>
  void push_back(const Rows<rows, body_count>& own) {
    std::get<std::vector<Rows<rows, body_count>>>(rows_).push_back(own);
  }
  // Calls body(constraint, its rows, number of its first row) for the constraints in their order.
  template <class Body>
  void for_each(const Constraints<double>& constraints, const Body& body) const {
    auto next = std::apply([](const auto&... all) { return std::tuple(all.data()...); }, rows_);
    constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
      auto*& own = std::get<const Rows<Constraint::rows, Constraint::body_count>*>(next);
      body(constraint, *own++, row);
    });
  }

 private:
  std::tuple<std::vector<Rows<1, 2>>, std::vector<Rows<2, 2>>, std::vector<Rows<3, 2>>,
             std::vector<Rows<1, 4>>>
      rows_;
};

}  // namespace simbench::rigid

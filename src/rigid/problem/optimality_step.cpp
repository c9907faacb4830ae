// The derivatives of the conditions, and Newton's step.
#include <algorithm>
#include <utility>

#include "rigid/bodies/inertial_term.h"
#include "rigid/constraints/curvature_of_axes.h"
#include "rigid/problem/optimality.h"

namespace simbench::rigid {

namespace {

constexpr double smallest_pivot = 1e-14;  // for a matrix whose entries are of the order of 1
constexpr Index max_bandwidth = 200;      // largest bandwidth that uses the banded solver

}  // namespace

// Calls add(row, column, value) for the derivatives of −Jᵀ Λ.
template <class Constraint, class Add>
void Optimality::differentiate_pull(const Constraint& constraint, const Poses<double>& poses,
                                    const typename Constraint::Multipliers& multipliers,
                                    const Add& add) const {
  if (multipliers.squaredNorm() == 0) return;
  const auto add_block = [&](int a, Part part, int b, Part other, const Matrix3<double>& block) {
    const int* const row = &unknowns_.of_body[constraint.bodies[a]][part == Part::dx ? 0 : 3];
    const int* const column = &unknowns_.of_body[constraint.bodies[b]][other == Part::dx ? 0 : 3];
    if (*row < 0 || *column < 0) return;
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < 3; ++i) add(row[i], column[k], -block(i, k));
    }
  };
  if constexpr (requires { curvature(constraint, poses, multipliers, add_block); })
    curvature(constraint, poses, multipliers, add_block);
  else
    curvature_by_differences(constraint, poses, multipliers, length_unit_, add_block);
}

template <class Add>
void Optimality::differentiate(const Poses<double>& poses, const VectorX<double>& multipliers,
                               const Add& add) const {
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const Inertia<double>& inertia = problem_.inertias[b];
    Eigen::Matrix<double, 6, 6> hessian = inertial_hessian(inertia, poses[b], problem_.predicted[b]);
    if (hold_ != 0) hessian += hold_ * mass_matrix(inertia, poses[b].orientation);
    for (int k = 0; k < 6; ++k) {
      for (int i = 0; i < 6; ++i) {
        const int row = unknowns_.of_body[b][i], column = unknowns_.of_body[b][k];
        if (row >= 0 && column >= 0) add(row, column, hessian(i, k));
      }
    }
  }
  problem_.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    differentiate_pull(constraint, poses, multipliers.segment<Constraint::rows>(row), add);
    const auto linear = linearised(constraint, poses);
    for (int r = 0; r < Constraint::rows; ++r) {
      const int own = unknowns_.of_row[row + r];
      const bool is_equation = rows_[row + r].is_equation;
      for (int b = 0; b < Constraint::body_count; ++b) {
        for (int k = 0; k < 6; ++k) {
          const int unknown = unknowns_.of_body[constraint.bodies[b]][k];
          const double entry = k < 3 ? linear.linear[b](r, k) : linear.angular[b](r, k - 3);
          if (unknown < 0) continue;
          add(unknown, own, -entry);
          if (is_equation) add(own, unknown, -entry);
        }
      }
      const double softness = problem_.scaled(constraint.compliance) + weights_[row + r];
      add(own, own, is_equation ? -softness : -effective_inverse_mass(row + r));
    }
  });
}

bool Optimality::step(Poses<double>& poses, VectorX<double>& multipliers, double part) {
  VectorX<double> by = -conditions(poses, multipliers).cwiseProduct(scales_);
  if (unknowns_.bandwidth <= max_bandwidth) {
    banded_.reset(unknowns_.count, unknowns_.bandwidth);
    differentiate(poses, multipliers, [&](int row, int column, double value) {
      banded_.add(row, column, scales_[row] * value * scales_[column]);
    });
    if (!banded_.factorize(smallest_pivot)) return false;
    banded_.solve_in_place(by);
  } else {
    std::vector<Eigen::Triplet<double>> entries;
    differentiate(poses, multipliers, [&](int row, int column, double value) {
      entries.emplace_back(row, column, scales_[row] * value * scales_[column]);
    });
    Eigen::SparseMatrix<double> matrix(unknowns_.count, unknowns_.count);
    matrix.setFromTriplets(entries.begin(), entries.end());
    if (!sparse_.factorize(matrix)) return false;
    by = sparse_.solve(by);
  }
  if (!by.allFinite()) return false;
  by.array() *= part * scales_.array();
  last_turn_ = 0;
  for (std::size_t b = 0; b < poses.size(); ++b) {
    Displacement<double> own;
    for (int k = 0; k < 6; ++k) {
      const int unknown = unknowns_.of_body[b][k];
      if (unknown >= 0) (k < 3 ? own.linear[k] : own.angular[k - 3]) = by[unknown];
    }
    last_turn_ = std::max(last_turn_, own.angular.norm());
    move(poses[b], own);
  }
  for (Index row = 0; row < multipliers.size(); ++row) multipliers[row] += by[unknowns_.of_row[row]];
  return true;
}

bool Optimality::proximal_step(const VectorX<double>& weights, Poses<double>& poses,
                               VectorX<double>& multipliers, double part) {
  const VectorX<double> last_weights = std::exchange(weights_, weights);
  const VectorX<double> last_centre = std::exchange(centre_, multipliers);
  const bool moved = step(poses, multipliers, part);
  weights_ = last_weights;
  centre_ = last_centre;
  return moved;
}

}  // namespace simbench::rigid

// The derivatives of the conditions, and Newton's step.
#include <algorithm>
#include <utility>

#include "rigid/bodies/inertial_term.h"
#include "rigid/constraints/curvature_of_axes.h"
#include "rigid/problem/optimality.h"

namespace simbench::rigid {

namespace {

constexpr double smallest_pivot = 1e-14;  // for a matrix whose entries are of the order of 1
constexpr Index max_span = 200;           // of constraints; with a larger one the sparse solver is used

}  // namespace

// Calls add(row, column, block) with the derivatives of −Jᵀ Λ. An entry of of_body is negative if the body
// cannot move or cannot turn.
template <class Constraint, class Add>
void Optimality::differentiate_pull(const Constraint& constraint, const Poses& poses,
                                    const typename Constraint::Multipliers& multipliers,
                                    const Add& add) const {
  if (multipliers.squaredNorm() == 0) return;
  const auto add_block = [&](int a, Part part, int b, Part other, const Matrix3<double>& block) {
    const int row = unknowns_.of_body[constraint.bodies[a]][part == Part::dx ? 0 : 3];
    const int column = unknowns_.of_body[constraint.bodies[b]][other == Part::dx ? 0 : 3];
    if (row >= 0 && column >= 0) add(row, column, Matrix3<double>(-block));
  };
  if constexpr (requires { curvature(constraint, poses, multipliers, add_block); })
    curvature(constraint, poses, multipliers, add_block);
  else
    curvature_by_differences(constraint, poses, multipliers, length_unit_, add_block);
}

template <class Add>
void Optimality::differentiate(const Poses& poses, const VectorX<double>& multipliers, const Add& add) const {
  std::size_t body = 0;
  const auto add_inertia_before = [&](std::size_t end) {
    for (; body < end; ++body) {
      const Inertia& inertia = problem_.inertias[body];
      Eigen::Matrix<double, 6, 6> hessian = inertial_hessian(inertia, poses[body], problem_.predicted[body]);
      if (hold_ != 0) hessian += hold_ * mass_matrix(inertia, poses[body].orientation);
      for (const int part : {0, 3}) {
        const int own = unknowns_.of_body[body][part];
        if (own >= 0) add(own, own, Matrix3<double>(hessian.block<3, 3>(part, part)));
      }
    }
  };
  problem_.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    // The inertia of a body comes before all else that its blocks get, but not long before, so that they are
    // still in the cache. The world has none.
    for (const int own : constraint.bodies) {
      if (std::max(unknowns_.of_body[own][0], unknowns_.of_body[own][3]) >= 0)
        add_inertia_before(static_cast<std::size_t>(own) + 1);
    }
    constexpr int rows = Constraint::rows;
    differentiate_pull(constraint, poses, multipliers.segment<rows>(row), add);
    const auto linear = linearised(constraint, poses);
    const int own = unknowns_.of_row[row];
    Eigen::Matrix<double, rows, rows> softness = Eigen::Matrix<double, rows, rows>::Zero();
    std::array<bool, rows> is_equation;
    for (int r = 0; r < rows; ++r) {
      is_equation[r] = rows_[row + r].is_equation;
      softness(r, r) = is_equation[r] ? -problem_.scaled(constraint.compliance) - weights_[row + r]
                                      : -effective_inverse_mass(row + r);
    }
    add(own, own, softness);
    for (int b = 0; b < Constraint::body_count; ++b) {
      for (const int part : {0, 3}) {
        const int unknown = unknowns_.of_body[constraint.bodies[b]][part];
        if (unknown < 0) continue;
        typename Constraint::Linear::Rows block = part == 0 ? -linear.linear[b] : -linear.angular[b];
        add(unknown, own, Eigen::Matrix<double, 3, rows>(block.transpose()));
        for (int r = 0; r < rows; ++r) {
          if (!is_equation[r]) block.row(r).setZero();
        }
        add(own, unknown, block);
      }
    }
  });
  add_inertia_before(poses.size());
}

bool Optimality::step(Poses& poses, VectorX<double>& multipliers, double part) {
  VectorX<double> by = -conditions(poses, multipliers).cwiseProduct(scales_);
  const auto scaled = [&]<int rows, int columns>(int row, int column,
                                                 const Eigen::Matrix<double, rows, columns>& block) {
    return Eigen::Matrix<double, rows, columns>(scales_.segment<rows>(row).asDiagonal() * block *
                                                scales_.segment<columns>(column).asDiagonal());
  };
  if (unknowns_.span <= max_span) {
    banded_.reset(unknowns_.count, unknowns_.bandwidth);
    differentiate(poses, multipliers, [&](int row, int column, const auto& block) {
      banded_.add(row, column, scaled(row, column, block));
    });
    if (!banded_.solve(smallest_pivot, by)) return false;
  } else {
    std::vector<Eigen::Triplet<double>> entries;
    differentiate(poses, multipliers, [&](int row, int column, const auto& block) {
      const auto values = scaled(row, column, block);
      for (int k = 0; k < values.cols(); ++k) {
        for (int i = 0; i < values.rows(); ++i) entries.emplace_back(row + i, column + k, values(i, k));
      }
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
    Displacement own;
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

bool Optimality::proximal_step(const VectorX<double>& weights, Poses& poses, VectorX<double>& multipliers,
                               double part) {
  const VectorX<double> last_weights = std::exchange(weights_, weights);
  const VectorX<double> last_centre = std::exchange(centre_, multipliers);
  const bool moved = step(poses, multipliers, part);
  weights_ = last_weights;
  centre_ = last_centre;
  return moved;
}

}  // namespace simbench::rigid

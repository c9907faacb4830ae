#include "rigid/optimality.h"

#include "rigid/inertial_term.h"

namespace simbench::rigid {

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;
constexpr double small_step = 1e-5;  // of central differences [m, rad]

Displacement<double> displacement(const Vector6& v) {
  return {v.head<3>(), v.tail<3>()};
}

Vector6 stacked(const Displacement<double>& d) {
  Vector6 result;
  result << d.linear, d.angular;
  return result;
}

}  // namespace

Optimality::Optimality(const StepProblem<double>& problem) : problem_(problem) {
  for (const Inertia<double>& inertia : problem.inertias) {
    std::array<int, 6> own{};
    own.fill(-1);
    for (int k = 0; k < 6; ++k) {
      if (k < 3 ? inertia.translates() : inertia.rotates()) own[k] = size_++;
    }
    unknowns_.push_back(own);
  }
  first_row_ = size_;
  size_ += static_cast<int>(problem.constraints.row_count());
}

void Optimality::add(int body, const Vector6& values, VectorX<double>& result) const {
  for (int k = 0; k < 6; ++k) {
    if (unknowns_[body][k] >= 0) result[unknowns_[body][k]] += values[k];
  }
}

VectorX<double> Optimality::residual(const Poses<double>& poses, const VectorX<double>& multipliers) const {
  VectorX<double> result = VectorX<double>::Zero(size_);
  for (std::size_t b = 0; b < poses.size(); ++b)
    add(static_cast<int>(b), inertial_gradient(problem_.inertias[b], poses[b], problem_.predicted[b]),
        result);
  problem_.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const auto linear = constraint.linearise(poses);
    const typename Constraint::Multipliers own = multipliers.segment<Constraint::rows>(row);
    for (int b = 0; b < Constraint::body_count; ++b)
      add(constraint.bodies[b], -stacked(linear.pull(b, own)), result);
    result.segment<Constraint::rows>(first_row_ + row) =
        -linear.error - problem_.scaled(constraint.compliance) * own;
  });
  return result;
}

Eigen::SparseMatrix<double> Optimality::jacobian(const Poses<double>& poses,
                                                 const VectorX<double>& multipliers) const {
  std::vector<Eigen::Triplet<double>> entries;
  Poses<double> moved = poses;
  // ∂ of what `gradient` returns of body `row_body` by δ of `body`.
  const auto differentiate = [&](int body, const auto& gradient, int row_body) {
    for (int k = 0; k < 6; ++k) {
      if (unknowns_[body][k] < 0) continue;
      Vector6 step = Vector6::Zero();
      step[k] = small_step;
      move(moved[body], displacement(step));
      const Vector6 above = gradient();
      moved[body] = poses[body];
      move(moved[body], displacement(-step));
      const Vector6 change = (above - gradient()) / (2 * small_step);
      moved[body] = poses[body];
      for (int i = 0; i < 6; ++i) {
        if (unknowns_[row_body][i] >= 0)
          entries.emplace_back(unknowns_[row_body][i], unknowns_[body][k], change[i]);
      }
    }
  };
  for (int b = 0; b < static_cast<int>(poses.size()); ++b) {
    differentiate(
        b, [&] { return inertial_gradient(problem_.inertias[b], moved[b], problem_.predicted[b]); }, b);
  }
  problem_.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const typename Constraint::Multipliers own = multipliers.segment<Constraint::rows>(row);
    const auto linear = constraint.linearise(poses);
    for (int b = 0; b < Constraint::body_count; ++b) {
      for (int a = 0; a < Constraint::body_count; ++a) {
        differentiate(
            constraint.bodies[b],
            [&]() -> Vector6 { return -stacked(constraint.linearise(moved).pull(a, own)); },
            constraint.bodies[a]);
      }
      for (int r = 0; r < Constraint::rows; ++r) {
        for (int k = 0; k < 6; ++k) {
          const int unknown = unknowns_[constraint.bodies[b]][k];
          if (unknown < 0) continue;
          const double entry = k < 3 ? linear.linear[b](r, k) : linear.angular[b](r, k - 3);
          entries.emplace_back(unknown, first_row_ + row + r, -entry);
          entries.emplace_back(first_row_ + row + r, unknown, -entry);
        }
      }
    }
    for (int r = 0; r < Constraint::rows; ++r)
      entries.emplace_back(first_row_ + row + r, first_row_ + row + r,
                           -problem_.scaled(constraint.compliance));
  });
  Eigen::SparseMatrix<double> result(size_, size_);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

bool Optimality::step(Poses<double>& poses, VectorX<double>& multipliers) {
  const VectorX<double> residual_there = residual(poses, multipliers);
  solver_.compute(jacobian(poses, multipliers));
  if (solver_.info() != Eigen::Success) return false;
  const VectorX<double> by = -solver_.solve(residual_there);
  for (std::size_t b = 0; b < poses.size(); ++b) {
    Vector6 own = Vector6::Zero();
    for (int k = 0; k < 6; ++k) {
      if (unknowns_[b][k] >= 0) own[k] = by[unknowns_[b][k]];
    }
    move(poses[b], displacement(own));
  }
  multipliers += by.tail(multipliers.size());
  return by.allFinite();
}

}  // namespace simbench::rigid

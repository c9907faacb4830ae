#include "rigid/problem/optimality.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rigid/bodies/inertial_term.h"
#include "rigid/problem/extent.h"

namespace simbench::rigid {

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;

Vector6 stacked(const Displacement& d) {
  Vector6 result;
  result << d.linear, d.angular;
  return result;
}

}  // namespace

std::string_view type_without_gradient(const StepProblem& problem, const Poses& poses) {
  std::string_view type;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    if (constraint.is_hard() && !linearised(constraint, poses).has_gradient) type = Constraint::name;
  });
  return type;
}

std::string no_gradient(std::string_view type) {
  return fmt::format("a constraint of type {} has no gradient at this pose: its {}", type,
                     type == Alignment::name ? "axes point in opposite directions" : "points coincide");
}

Optimality::Optimality(const StepProblem& problem)
    : problem_(problem), unknowns_(number_unknowns(problem)), length_unit_(length_unit(problem)) {
  weights_.setZero(problem.constraints.row_count());
  centre_ = weights_;
  rows_.resize(static_cast<std::size_t>(problem.constraints.row_count()));
  find_scales();
}

void Optimality::find_scales() {
  scales_.setOnes(unknowns_.count);
  for (std::size_t b = 0; b < unknowns_.of_body.size(); ++b) {
    const Inertia& inertia = problem_.inertias[b];
    for (int k = 0; k < 6; ++k) {
      const double inverse = k < 3 ? inertia.inverse_mass : inertia.inverse_principal.maxCoeff();
      if (unknowns_.of_body[b][k] >= 0) scales_[unknowns_.of_body[b][k]] = std::sqrt(inverse);
    }
  }
  problem_.constraints.for_each_linearised(
      problem_.predicted, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        const auto K =
            linear.effective_inverse_mass(constraint.bodies, problem_.inertias, problem_.predicted);
        for (int r = 0; r < constraint.rows; ++r) {
          const double own = K(r, r) + problem_.scaled(constraint.compliance);
          if (own > 0) scales_[unknowns_.of_row[row + r]] = 1 / std::sqrt(own);
        }
      });
}

void Optimality::set_rows(const VectorX<double>& multipliers) {
  problem_.constraints.for_each([&](const auto& constraint, Index row) {
    for (Index k = row; k < row + constraint.rows; ++k) rows_[k] = condition_of(constraint, multipliers[k]);
  });
}

bool Optimality::correct_rows(const Poses& poses, const VectorX<double>& multipliers) {
  bool changed = false;
  problem_.constraints.for_each([&](const auto& constraint, Index row) {
    if (!constraint.is_inequality()) return;
    const auto linear = linearised(constraint, poses);
    constexpr double touching = 1e-12;  // an error this small is none [length_unit, rad]
    const double unit = constraint.measure == Measure::angle    ? 1
                        : constraint.measure == Measure::length ? length_unit_
                                                                : std::pow(length_unit_, 3);
    for (Index k = row; k < row + constraint.rows; ++k) {
      const double error = linear.error[k - row] + problem_.scaled(constraint.compliance) * multipliers[k] +
                           weights_[k] * (multipliers[k] - centre_[k]);
      const RowCondition next = corrected(constraint, rows_[k], multipliers[k], error, touching * unit);
      changed = changed || next != rows_[k];
      rows_[k] = next;
    }
  });
  return changed;
}

VectorX<double> Optimality::effective_inverse_masses() const {
  VectorX<double> result(static_cast<Index>(unknowns_.of_row.size()));
  for (Index row = 0; row < result.size(); ++row) result[row] = effective_inverse_mass(row);
  return result;
}

void Optimality::add(int body, const Vector6& values, VectorX<double>& result) const {
  for (int k = 0; k < 6; ++k) {
    if (unknowns_.of_body[body][k] >= 0) result[unknowns_.of_body[body][k]] += values[k];
  }
}

VectorX<double> Optimality::conditions(const Poses& poses, const VectorX<double>& multipliers) const {
  VectorX<double> result = VectorX<double>::Zero(unknowns_.count);
  for (std::size_t b = 0; b < poses.size(); ++b)
    add(static_cast<int>(b), inertial_gradient(problem_.inertias[b], poses[b], problem_.predicted[b]),
        result);
  problem_.constraints.for_each_linearised(
      poses, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        constexpr int rows = Constraint::rows;
        const Eigen::Matrix<double, rows, 1> own = multipliers.segment<rows>(row);
        for (int b = 0; b < constraint.body_count; ++b)
          add(constraint.bodies[b], -stacked(linear.pull(b, own)), result);
        for (int r = 0; r < rows; ++r) {
          const RowCondition& wanted = rows_[row + r];
          double& condition = result[unknowns_.of_row[row + r]];
          if (!wanted.is_equation) {
            condition = effective_inverse_mass(row + r) * (wanted.value - own[r]);
            continue;
          }
          condition = wanted.value - linear.error[r] - problem_.scaled(constraint.compliance) * own[r] -
                      weights_[row + r] * (own[r] - centre_[row + r]);
        }
      });
  return result;
}

double Optimality::residual(const Poses& poses, const VectorX<double>& multipliers) const {
  return conditions(poses, multipliers).cwiseProduct(scales_).norm();
}

double Optimality::rounding(const Poses& poses) const {
  double sum = 0;
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const Inertia& inertia = problem_.inertias[b];
    if (inertia.translates())
      sum += (length_unit_ * length_unit_ + poses[b].position.squaredNorm()) / inertia.inverse_mass;
  }
  // Points of bodies that stand still may be much farther away than the bodies that move.
  problem_.constraints.for_each([&](const auto& constraint, Index row) {
    if constexpr (requires { constraint.arm(0, poses); }) {
      for (int b = 0; b < 2; ++b) {
        const int body = constraint.bodies[b];
        if (problem_.inertias[body].translates()) continue;
        const double far = (poses[body].position + constraint.arm(b, poses)).squaredNorm();
        for (int r = 0; r < constraint.rows; ++r) sum += far / effective_inverse_mass(row + r);
      }
    }
  });
  return 4e-15 * std::sqrt(sum);
}

Failure Optimality::failure_of_step(const Poses& poses, const VectorX<double>& multipliers) {
  if (!conditions(poses, multipliers).allFinite())
    return {Status::not_finite, "the conditions of the solution are not finite at this pose"};
  const std::string_view without_gradient = type_without_gradient(problem_, poses);
  if (!without_gradient.empty()) return {Status::not_spd, no_gradient(without_gradient)};
  Poses moved = poses;
  VectorX<double> changed = multipliers;
  if (proximal_step(weights_ + small_weights(), moved, changed))
    return {Status::not_spd,
            "the matrix of Newton's step is singular: some constraints are redundant at this pose"};
  return {
      Status::not_spd,
      "the matrix of Newton's step is singular: at this pose, the constraints' curvature cancels inertia"};
}

}  // namespace simbench::rigid

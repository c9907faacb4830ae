#include "rigid/optimality.h"

#include <fmt/format.h>

#include <algorithm>

#include "rigid/body_order.h"
#include "rigid/inertial_term.h"

namespace simbench::rigid {

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;
constexpr double small_step = 1e-5;    // of central differences [m, rad]
constexpr double least_pivot = 1e-14;  // of a matrix whose entries are of the order of 1
constexpr Index widest_band = 200;     // of matrices that are kept as bands

Displacement<double> displacement(const Vector6& v) {
  return {v.head<3>(), v.tail<3>()};
}

Vector6 stacked(const Displacement<double>& d) {
  Vector6 result;
  result << d.linear, d.angular;
  return result;
}

}  // namespace

std::string_view type_without_direction(const StepProblem<double>& problem, const Poses<double>& poses) {
  std::string_view type;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    if (constraint.is_hard() && !linearised(constraint, poses).has_gradient) type = Constraint::name;
  });
  return type;
}

std::string no_direction(std::string_view type) {
  return fmt::format("a constraint of type {} has no direction at this pose: its {}", type,
                     type == Alignment<double>::name ? "axes point opposite ways" : "points meet");
}

Optimality::Optimality(const StepProblem<double>& problem) : problem_(problem) {
  weights_.setZero(problem.constraints.row_count());
  centre_ = weights_;
  active_.assign(static_cast<std::size_t>(problem.constraints.row_count()), true);
  number_unknowns();
  find_scales();
}

void Optimality::number_unknowns() {
  const std::vector<int> order = bodies_in_order(problem_);
  std::vector<int> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<int>(i);
  // Each row stands behind the first of its bodies that moves.
  const Index row_count = problem_.constraints.row_count();
  std::vector<std::vector<std::pair<Index, int>>> rows_behind(order.size());
  problem_.constraints.for_each([&](const auto& constraint, Index row) {
    int first = -1;
    for (const int body : constraint.bodies) {
      if (problem_.inertias[body].translates() && (first < 0 || rank[body] < rank[first])) first = body;
    }
    rows_behind[rank[first < 0 ? constraint.bodies[0] : first]].push_back({row, constraint.rows});
  });
  unknowns_.resize(order.size());
  rows_.resize(static_cast<std::size_t>(row_count));
  for (const int body : order) {
    const Inertia<double>& inertia = problem_.inertias[body];
    for (int k = 0; k < 6; ++k)
      unknowns_[body][k] = (k < 3 ? inertia.translates() : inertia.rotates()) ? size_++ : -1;
    for (const auto& [row, count] : rows_behind[rank[body]]) {
      for (int r = 0; r < count; ++r) rows_[row + r] = size_++;
    }
  }
  problem_.constraints.for_each([&](const auto& constraint, Index row) {
    int first = rows_[row], last = rows_[row + constraint.rows - 1];
    for (const int body : constraint.bodies) {
      for (const int unknown : unknowns_[body]) {
        if (unknown < 0) continue;
        first = std::min(first, unknown);
        last = std::max(last, unknown);
      }
    }
    bandwidth_ = std::max<Index>(bandwidth_, last - first);
  });
  bandwidth_ = std::max<Index>(bandwidth_, 5);
}

void Optimality::find_scales() {
  scales_.setOnes(size_);
  for (std::size_t b = 0; b < unknowns_.size(); ++b) {
    const Inertia<double>& inertia = problem_.inertias[b];
    for (int k = 0; k < 6; ++k) {
      const double inverse = k < 3 ? inertia.inverse_mass : inertia.inverse_principal.maxCoeff();
      if (unknowns_[b][k] >= 0) scales_[unknowns_[b][k]] = std::sqrt(inverse);
    }
  }
  problem_.constraints.for_each_linearised(
      problem_.predicted, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        const auto K =
            linear.effective_inverse_mass(constraint.bodies, problem_.inertias, problem_.predicted);
        for (int r = 0; r < constraint.rows; ++r) {
          const double own = K(r, r) + problem_.scaled(constraint.compliance);
          if (own > 0) scales_[rows_[row + r]] = 1 / std::sqrt(own);
        }
      });
}

VectorX<double> Optimality::effective_inverse_masses() const {
  VectorX<double> result(static_cast<Index>(rows_.size()));
  for (Index row = 0; row < result.size(); ++row)
    result[row] = 1 / (scales_[rows_[row]] * scales_[rows_[row]]);
  return result;
}

void Optimality::add(int body, const Vector6& values, VectorX<double>& result) const {
  for (int k = 0; k < 6; ++k) {
    if (unknowns_[body][k] >= 0) result[unknowns_[body][k]] += values[k];
  }
}

VectorX<double> Optimality::conditions(const Poses<double>& poses, const VectorX<double>& multipliers) const {
  VectorX<double> result = VectorX<double>::Zero(size_);
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
          double& condition = result[rows_[row + r]];
          if (!active_[row + r]) {
            condition = -own[r];
            continue;
          }
          condition = -linear.error[r] - problem_.scaled(constraint.compliance) * own[r] -
                      weights_[row + r] * (own[r] - centre_[row + r]);
        }
      });
  return result;
}

double Optimality::residual(const Poses<double>& poses, const VectorX<double>& multipliers) const {
  return conditions(poses, multipliers).cwiseProduct(scales_).norm();
}

double Optimality::rounding(const Poses<double>& poses) const {
  double sum = 0;
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const Inertia<double>& inertia = problem_.inertias[b];
    if (inertia.translates()) sum += (1 + poses[b].position.squaredNorm()) / inertia.inverse_mass;
  }
  return 4e-15 * std::sqrt(sum);
}

void Optimality::differentiate(const Poses<double>& poses, const VectorX<double>& multipliers,
                               const std::function<void(int, int, double)>& add) const {
  Poses<double> moved = poses;
  const auto derivative = [&](int body, const std::function<Vector6()>& gradient, int row_body) {
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
        if (unknowns_[row_body][i] >= 0) add(unknowns_[row_body][i], unknowns_[body][k], change[i]);
      }
    }
  };
  for (int b = 0; b < static_cast<int>(poses.size()); ++b) {
    derivative(
        b, [&] { return inertial_gradient(problem_.inertias[b], moved[b], problem_.predicted[b]); }, b);
    if (hold_ == 0) continue;
    const Eigen::Matrix<double, 6, 6> M = mass_matrix(problem_.inertias[b], poses[b].orientation);
    for (int i = 0; i < 6; ++i) {
      for (int k = 0; k < 6; ++k) {
        if (unknowns_[b][i] >= 0 && unknowns_[b][k] >= 0)
          add(unknowns_[b][i], unknowns_[b][k], hold_ * M(i, k));
      }
    }
  }
  problem_.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const typename Constraint::Multipliers own = multipliers.segment<Constraint::rows>(row);
    const auto linear = linearised(constraint, poses);
    const bool pulls = own.squaredNorm() > 0;
    for (int b = 0; b < Constraint::body_count; ++b) {
      for (int a = 0; pulls && a < Constraint::body_count; ++a) {
        derivative(
            constraint.bodies[b],
            [&]() -> Vector6 { return -stacked(linearised(constraint, moved).pull(a, own)); },
            constraint.bodies[a]);
      }
      for (int r = 0; r < Constraint::rows; ++r) {
        for (int k = 0; k < 6; ++k) {
          const int unknown = unknowns_[constraint.bodies[b]][k];
          if (unknown < 0) continue;
          const double entry = k < 3 ? linear.linear[b](r, k) : linear.angular[b](r, k - 3);
          add(unknown, rows_[row + r], -entry);
          if (active_[row + r]) add(rows_[row + r], unknown, -entry);
        }
      }
    }
    for (int r = 0; r < Constraint::rows; ++r) {
      const double softness = problem_.scaled(constraint.compliance) + weights_[row + r];
      add(rows_[row + r], rows_[row + r], active_[row + r] ? -softness : -1);
    }
  });
}

bool Optimality::step(Poses<double>& poses, VectorX<double>& multipliers, double part) {
  VectorX<double> by = -conditions(poses, multipliers).cwiseProduct(scales_);
  if (bandwidth_ <= widest_band) {
    banded_.reset(size_, bandwidth_);
    differentiate(poses, multipliers, [&](int row, int column, double value) {
      banded_.add(row, column, scales_[row] * value * scales_[column]);
    });
    if (!banded_.factorize(least_pivot)) return false;
    banded_.solve_in_place(by);
  } else {
    std::vector<Eigen::Triplet<double>> entries;
    differentiate(poses, multipliers, [&](int row, int column, double value) {
      entries.emplace_back(row, column, scales_[row] * value * scales_[column]);
    });
    Eigen::SparseMatrix<double> matrix(size_, size_);
    matrix.setFromTriplets(entries.begin(), entries.end());
    if (!sparse_.factorize(matrix)) return false;
    by = sparse_.solve(by);
  }
  if (!by.allFinite()) return false;
  by.array() *= part * scales_.array();
  last_turn_ = 0;
  for (std::size_t b = 0; b < poses.size(); ++b) {
    Vector6 own = Vector6::Zero();
    for (int k = 0; k < 6; ++k) {
      if (unknowns_[b][k] >= 0) own[k] = by[unknowns_[b][k]];
    }
    last_turn_ = std::max(last_turn_, own.tail<3>().norm());
    move(poses[b], displacement(own));
  }
  for (Index row = 0; row < multipliers.size(); ++row) multipliers[row] += by[rows_[row]];
  return true;
}

Failure Optimality::failure_of_step(const Poses<double>& poses, const VectorX<double>& multipliers) {
  if (!conditions(poses, multipliers).allFinite())
    return {Status::not_finite, "the conditions of the solution are not finite numbers at this pose"};
  const std::string_view directionless = type_without_direction(problem_, poses);
  if (!directionless.empty()) return {Status::not_spd, no_direction(directionless)};
  constexpr double bearable = 1e-2;  // rounding of a position, over the step of differences
  for (const Pose<double>& pose : poses) {
    const double way = pose.position.stableNorm();
    if (std::numeric_limits<double>::epsilon() * way > bearable * small_step) {
      return {
          Status::not_spd,
          fmt::format(
              "at {:g} m from the origin rounding hides the differences that Newton's derivatives are", way)};
    }
  }
  const VectorX<double> weights = weights_, centre = centre_;
  Poses<double> moved = poses;
  VectorX<double> changed = multipliers;
  set_proximal(weights + small_weights(), centre);
  const bool is_regular_now = step(moved, changed);
  set_proximal(weights, centre);
  if (is_regular_now)
    return {Status::not_spd,
            "the matrix of Newton's step is singular: at this pose some constraints follow from others"};
  return {Status::not_spd,
          "the matrix of Newton's step is singular: at this pose the constraints' curvature cancels inertia"};
}

}  // namespace simbench::rigid

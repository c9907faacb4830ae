// L-BFGS with dense matrices, an independent implementation for tests.
#pragma once

#include <catch2/catch.hpp>

#include "deformable/solvers/linear/metric.h"
#include "tests/support/dense.h"

namespace simbench::test {

// L-BFGS as textbooks write BFGS: the inverse Hessian is a dense matrix, computed in every iteration from S
// or a scaled identity and the last pairs by H ← (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ.
class DenseBfgs {
 public:
  DenseBfgs(const IncrementalPotential<double>& problem, int history,
            DescentMetric initial_matrix = DescentMetric::stiffness)
      : problem_(problem),
        history_(static_cast<std::size_t>(history)),
        initial_matrix_(initial_matrix),
        x_(problem.inertial_positions) {
    const Index n = problem.vertex_count();
    const Eigen::MatrixXd S = problem.stiffness_matrix();
    const VectorX<double> row_sums = S.cwiseAbs().rowwise().sum();
    Eigen::MatrixXd inverse = solved(S, Eigen::MatrixXd::Identity(n, n));
    if (initial_matrix == DescentMetric::identity) {
      inverse = Eigen::MatrixXd::Identity(n, n) / row_sums.maxCoeff();
    }
    if (initial_matrix == DescentMetric::mass) {
      inverse = problem.inertia_weights().cwiseInverse().asDiagonal();
      first_length_ = 1 / row_sums.cwiseQuotient(problem.inertia_weights()).maxCoeff();
    }
    first_inverse_.setZero(3 * n, 3 * n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        for (int axis = 0; axis < 3; ++axis) first_inverse_(3 * i + axis, 3 * j + axis) = inverse(i, j);
      }
    }
    if (initial_matrix == DescentMetric::hessian) {
      BlockMatrix<double> hessian = problem.hessian_pattern();
      problem.hessian(x_, Definiteness::clamped, hessian);
      const Eigen::MatrixXd lower = hessian.matrix();
      const Eigen::MatrixXd whole = lower.selfadjointView<Eigen::Lower>();
      first_inverse_ = solved(whole, Eigen::MatrixXd::Identity(3 * n, 3 * n));
    }
    gradient_.resize(3, n);
    objective_ = problem.objective_and_gradient(x_, gradient_);
  }

  // Returns the step length.
  double iterate() {
    Eigen::MatrixXd H = first_inverse_;
    const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(H.rows(), H.cols());
    if (initial_matrix_ == DescentMetric::identity && !pairs_.empty()) {
      const auto& [s, y] = pairs_.back();
      H = s.dot(y) / y.dot(y) * identity;
    }
    const std::size_t begin = pairs_.size() > history_ ? pairs_.size() - history_ : 0;
    for (std::size_t i = begin; i < pairs_.size(); ++i) {
      const auto& [s, y] = pairs_[i];
      const double rho = 1 / s.dot(y);
      H = ((identity - rho * s * y.transpose()) * H * (identity - rho * y * s.transpose()) +
           rho * s * s.transpose())
              .eval();
    }
    const VectorX<double> gradient = gradient_.reshaped();
    const VectorX<double> direction = -H * gradient;
    const double slope = direction.dot(gradient);
    REQUIRE(slope < 0);
    double alpha = 2 * first_length_;
    Positions<double> trial, trial_gradient = gradient_;
    double trial_objective = 0;
    do {
      alpha /= 2;
      trial = x_ + (alpha * direction).reshaped(3, x_.cols());
      trial_objective = problem_.objective_and_gradient(trial, trial_gradient);
    } while (!(trial_objective <= objective_ + 0.3 * alpha * slope));
    const VectorX<double> s = (trial - x_).reshaped(), y = (trial_gradient - gradient_).reshaped();
    s.dot(y) > 0 ? void(pairs_.emplace_back(s, y)) : void(++skipped_pairs_);
    x_ = trial;
    gradient_ = trial_gradient;
    objective_ = trial_objective;
    if (initial_matrix_ == DescentMetric::mass) first_length_ = 2 * alpha;
    return alpha;
  }
  const Positions<double>& positions() const { return x_; }
  int skipped_pairs() const { return skipped_pairs_; }

 private:
  const IncrementalPotential<double>& problem_;
  std::size_t history_;
  DescentMetric initial_matrix_;
  double first_length_ = 1;
  Eigen::MatrixXd first_inverse_;
  std::vector<std::pair<VectorX<double>, VectorX<double>>> pairs_;
  Positions<double> x_, gradient_;
  double objective_;
  int skipped_pairs_ = 0;
};

}  // namespace simbench::test

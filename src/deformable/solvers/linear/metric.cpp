#include "deformable/solvers/linear/metric.h"

#include <cmath>

#include "deformable/solvers/linear/block_inverse.h"

namespace simbench {

namespace {

// max_i w_i Σ_j |S_ij| with positive weights w. It is an upper bound of the largest eigenvalue of W S
// (Gershgorin).
template <class Real>
Real largest_row_sum(const SparseMatrix<Real>& S, const VectorX<Real>& weights) {
  const VectorX<Real> sums = S.cwiseAbs() * VectorX<Real>::Ones(S.cols());
  return sums.cwiseProduct(weights).maxCoeff();
}

}  // namespace

void describe_metric(config::Fields& fields, DescentMetric& metric) {
  static constexpr std::array<std::string_view, 6> metrics = {"identity", "mass",      "diagonal",
                                                              "blocks",   "stiffness", "hessian"};
  config::choice(
      fields, "metric", metric, metrics,
      {.doc = "P of steps along P^-1 grad f: the identity, M/h^2, the diagonal of S, the diagonal blocks "
              "of the clamped Hessian at the start of the step, S, or that Hessian"});
}

void describe_linear_solver(config::Fields& fields, LinearSolver& solver, DescentMetric metric,
                            std::string_view key) {
  const bool is_factorised = metric == DescentMetric::stiffness || metric == DescentMetric::hessian;
  fields.unused(!is_factorised, {"linear_solver"}, key, "only S and the Hessian need a linear solver");
  solver.describe(fields);
}

template <class Real>
std::optional<Failure> MetricSystem<Real>::prepare(const IncrementalPotential<Real>& problem,
                                                   const SystemWeights<Real>& weights,
                                                   const Positions<Real>& start) {
  safe_length_ = 1;
  switch (metric_) {
    case DescentMetric::identity:
      safe_length_ = 1 / largest_row_sum<Real>(problem.system_matrix(weights),
                                               VectorX<Real>::Ones(problem.vertex_count()));
      return {};
    case DescentMetric::mass:
      if (!std::isfinite(problem.time_step))
        return Failure{Status::not_spd, "the metric M/h^2 is zero in statics: choose stiffness"};
      inverse_weights_ = problem.inverse_masses() * (problem.time_step * problem.time_step);
      safe_length_ = 1 / largest_row_sum(problem.system_matrix(weights), inverse_weights_);
      return {};
    case DescentMetric::diagonal: {
      const SparseMatrix<Real> S = problem.free_part(problem.system_matrix(weights));
      inverse_weights_ = S.diagonal().cwiseInverse();
      if (!(inverse_weights_.array() > 0).all())
        return Failure{Status::not_spd, "the diagonal of S is not positive"};
      safe_length_ = 1 / largest_row_sum(S, inverse_weights_);
      return {};
    }
    case DescentMetric::stiffness:
      if (!system_.factorize(problem, weights)) return system_.failure();
      return {};
    case DescentMetric::blocks:
    case DescentMetric::hessian:
      break;
  }
  BlockMatrix<Real> hessian = problem.hessian_pattern();
  problem.hessian(start, Definiteness::clamped, hessian);
  if (metric_ == DescentMetric::blocks) {
    inverse_blocks_.resize(static_cast<std::size_t>(problem.vertex_count()));
    VectorX<Real> norms(problem.vertex_count());
    for (int i = 0; i < problem.vertex_count(); ++i) {
      inverse_blocks_[i] = inverse_of_block(hessian.diagonal_block(i));
      norms[i] = inverse_blocks_[i].norm();
    }
    if (!norms.allFinite()) return Failure{Status::not_spd, "a diagonal block of the Hessian is singular"};
    safe_length_ = 1 / largest_row_sum(problem.free_part(problem.system_matrix(weights)), norms);
    return {};
  }
  unknowns_.setZero(3, hessian.matrix().cols());
  if (!system_.factorize(hessian.matrix(), 3)) return system_.failure();
  return {};
}

template <class Real>
bool MetricSystem<Real>::solve_in_place(Positions<Real>& B) {
  switch (metric_) {
    case DescentMetric::identity:
      return true;
    case DescentMetric::mass:
    case DescentMetric::diagonal:
      for (Index i = 0; i < B.cols(); ++i) B.col(i) *= inverse_weights_[i];
      return true;
    case DescentMetric::blocks:
      for (Index i = 0; i < B.cols(); ++i) B.col(i) = (inverse_blocks_[i] * B.col(i)).eval();
      return true;
    case DescentMetric::stiffness:
      return system_.solve_in_place(B);
    case DescentMetric::hessian:
      break;
  }
  unknowns_.row(0) = B.reshaped().transpose();
  const bool is_solved = system_.solve_in_place(unknowns_);
  B.reshaped() = unknowns_.row(0).transpose();
  return is_solved;
}

template class MetricSystem<double>;
template class MetricSystem<float>;

}  // namespace simbench

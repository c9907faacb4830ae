#include "solver/admm.h"

#include <cmath>

namespace simbench {

void AdmmSettings::describe(config::Fields& fields) {
  fields.optional_number(
      "weight", weight,
      {.unit = "sqrt(J)", .doc = "the weight w of every tet itself", .range = config::positive});
  // The factor counts, and is written back, only where no absolute weight is given.
  std::optional<double> factor = weight ? std::nullopt : std::optional(weight_factor);
  fields.optional_number("weight_factor", factor,
                         {.doc = "c in w = c sqrt(k V), unless weight is given", .range = config::positive});
  fields.require(!(factor && weight), "weight", "give weight or weight_factor, not both");
  weight_factor = factor.value_or(weight_factor);
}

template <class Real>
VectorX<Real> Admm<Real>::squared_weights(const EnergyTerm<Real>& term) const {
  if (term.kind() == TermKind::anchors) return term.stiffnesses();
  if (settings_.weight) {
    return VectorX<Real>::Constant(term.element_count(),
                                   static_cast<Real>(*settings_.weight * *settings_.weight));
  }
  const VectorX<Real> weights = static_cast<Real>(settings_.weight_factor) * term.stiffnesses().cwiseSqrt();
  return weights.cwiseAbs2();
}

template <class Real>
std::optional<std::string> Admm<Real>::begin_step(const ImplicitEulerProblem<Real>& problem) {
  problem_ = &problem;
  positions_ = problem.inertial_positions;
  inertia_weights_ = problem.inertia_weights();
  dual_residual_.resizeLike(positions_);
  batches_.clear();
  std::vector<VectorX<Real>> weights;
  for (const auto& term : problem.terms) {
    Batch batch{term.get(), squared_weights(*term), {}, {}, {}, {}};
    batch.Dq.resize(term->reduced_rows(), term->element_count());
    term->reduce(positions_, batch.Dq);
    batch.z = batch.change = batch.Dq;
    batch.u.setZero(term->reduced_rows(), term->element_count());
    weights.push_back(batch.squared_weights);
    batches_.push_back(std::move(batch));
  }
  const SparseMatrix<Real> A = problem.system_matrix(weights);
  factorised_system_.analyze(A);
  if (!factorised_system_.factorize(A)) return factorised_system_.failure();
  return {};
}

template <class Real>
IterationReport Admm<Real>::iterate() {
  Real squared_primal_residual = 0;
  dual_residual_.setZero();

  for (Batch& batch : batches_) {  // z, ū
    batch.change = -batch.z;
    batch.z = batch.Dq + batch.u;
    batch.term->prox(batch.squared_weights, batch.z);
    batch.u += batch.Dq - batch.z;
    batch.change += batch.z;
    batch.term->add_transposed(batch.squared_weights, batch.change, dual_residual_);
  }

  for (Index i = 0; i < positions_.cols(); ++i) {  // q
    positions_.col(i) = inertia_weights_[i] * problem_->inertial_positions.col(i);
  }
  for (Batch& batch : batches_) {
    batch.Dq = batch.z - batch.u;
    batch.term->add_transposed(batch.squared_weights, batch.Dq, positions_);
  }
  factorised_system_.template solve_in_place<3>(positions_);

  for (Batch& batch : batches_) {
    batch.term->reduce(positions_, batch.Dq);
    for (Index j = 0; j < batch.z.cols(); ++j) {
      squared_primal_residual += batch.squared_weights[j] * (batch.Dq.col(j) - batch.z.col(j)).squaredNorm();
    }
  }
  IterationReport report;
  report.primal_residual = std::sqrt(squared_primal_residual);
  report.dual_residual = dual_residual_.norm();
  return report;
}

template class Admm<double>;
template class Admm<float>;

}  // namespace simbench

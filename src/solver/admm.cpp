#include "solver/admm.h"

#include <array>
#include <cmath>
#include <limits>

#include "math/signed_svd.h"

namespace simbench {

void AdmmSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> words = {"factor", "auto", "tuned"};
  fields.number_or_word(
      "weight", weight, weight_rule, words,
      {.unit = "sqrt(J)",
       .doc = "by weight_factor, by a rule while iterating, as tuned for the scene, or w of every tet",
       .range = config::positive});
  // The factor counts, and is written back, only with the rule "factor".
  const bool by_factor = !weight && weight_rule == "factor";
  std::optional<double> factor = by_factor ? std::optional(weight_factor) : std::nullopt;
  fields.optional_number("weight_factor", factor, {.doc = "c in w = c sqrt(k V)", .range = config::positive});
  fields.require(by_factor || !factor, "weight", "give weight or weight_factor, not both");
  weight_factor = factor.value_or(weight_factor);
  fields.boolean("volume_scaling", volume_scaling,
                 {.doc = "V is the tet's own volume; false: the mean of all tets"});
  fields.integer(
      "prox_iterations", prox_iterations,
      {.doc = "Newton iterations at most in a tet's proximal map, where the law has no closed form",
       .minimum = 1,
       .maximum = 1000});
}

template <class Real>
VectorX<Real> Admm<Real>::squared_weights(const EnergyTerm<Real>& term) const {
  if (term.kind() == TermKind::anchors) return term.stiffnesses();
  if (settings_.weight) {
    return VectorX<Real>::Constant(term.element_count(),
                                   static_cast<Real>(*settings_.weight * *settings_.weight));
  }
  VectorX<Real> stiffnesses = term.stiffnesses();
  if (!settings_.volume_scaling) stiffnesses.setConstant(stiffnesses.mean());
  const VectorX<Real> weights = weight_factor_ * stiffnesses.cwiseSqrt();
  return weights.cwiseAbs2();
}

template <class Real>
bool Admm<Real>::factorise() {
  std::vector<VectorX<Real>> weights;
  for (const Batch& batch : batches_) weights.push_back(batch.squared_weights);
  const SparseMatrix<Real> A = problem_->system_matrix(weights);
  factorised_system_.analyze(A);
  return factorised_system_.factorize(A);
}

template <class Real>
bool Admm<Real>::change_weight_factor(Real factor) {
  const Real ratio = weight_factor_ / factor;
  weight_factor_ = factor;
  for (Batch& batch : batches_) {
    if (batch.term->kind() != TermKind::material) continue;
    batch.squared_weights = squared_weights(*batch.term);
    batch.u *= ratio * ratio;
  }
  return factorise();
}

// κ: max of 2/(σ_i + σ_j) − 1 over all tets and pairs of stretches; infinite where a tet is inverted that far.
template <class Real>
Real Admm<Real>::largest_compression() const {
  Real smallest_sum = std::numeric_limits<Real>::infinity();
  for (const Batch& batch : batches_) {
    if (batch.term->kind() != TermKind::material) continue;
    for (Index tet = 0; tet < batch.Dq.cols(); ++tet) {
      const Vector3<Real> stretches = signed_svd(Matrix3<Real>(batch.Dq.col(tet).reshaped(3, 3))).stretches;
      smallest_sum = std::min(smallest_sum, stretches[1] + stretches[2]);  // the two smallest
    }
  }
  return smallest_sum > 0 ? 2 / smallest_sum - 1 : std::numeric_limits<Real>::infinity();
}

template <class Real>
std::optional<std::string> Admm<Real>::begin_step(const ImplicitEulerProblem<Real>& problem) {
  problem_ = &problem;
  const bool automatic = settings_.weight_rule == "auto" && !settings_.weight;
  automatic_weight_ = automatic ? std::optional<AutomaticWeight>(std::in_place) : std::nullopt;
  weight_factor_ = automatic ? Real(1) : static_cast<Real>(settings_.weight_factor);
  positions_ = problem.inertial_positions;
  inertia_weights_ = problem.inertia_weights();
  dual_residual_.resizeLike(positions_);
  previous_positions_ = positions_;
  batches_.clear();
  for (const auto& term : problem.terms) {
    Batch batch{term.get(), squared_weights(*term), {}, {}, {}, {}};
    batch.Dq.resize(term->reduced_rows(), term->element_count());
    term->reduce(positions_, batch.Dq);
    batch.z = batch.change = batch.Dq;
    batch.u.setZero(term->reduced_rows(), term->element_count());
    batches_.push_back(std::move(batch));
  }
  if (!factorise()) return factorised_system_.failure();
  return {};
}

template <class Real>
IterationReport Admm<Real>::iterate() {
  Real squared_primal_residual = 0;
  dual_residual_.setZero();

  for (Batch& batch : batches_) {  // z, ū
    batch.change = -batch.z;
    batch.z = batch.Dq + batch.u;
    batch.term->prox(batch.squared_weights, settings_.prox_iterations, batch.z);
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
  if (!settings_.weight) report.weight_factor = weight_factor_;
  if (automatic_weight_) {
    automatic_weight_->record_move((positions_ - previous_positions_).norm());
    previous_positions_ = positions_;
    if (automatic_weight_->is_due()) {
      const Real factor = static_cast<Real>(automatic_weight_->factor(largest_compression()));
      if (factor != weight_factor_ && !change_weight_factor(factor)) report.stop = Status::not_spd;
    }
  }
  return report;
}

template class Admm<double>;
template class Admm<float>;

}  // namespace simbench

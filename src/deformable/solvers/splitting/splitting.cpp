#include "deformable/solvers/splitting/splitting.h"

#include <cmath>

#include "deformable/solvers/kernels/local_step.h"

namespace simbench {

template <class Real>
void Splitting<Real>::begin_step(const IncrementalPotential<Real>& problem,
                                 const std::vector<VectorX<Real>>& squared_weights) {
  problem_ = &problem;
  positions_ = right_hand_side_ = problem.start_positions();
  inertia_weights_ = problem.inertia_weights();
  batches_.clear();
  for (std::size_t p = 0; p < problem.potentials.size(); ++p) {
    const Potential<Real>& potential = *problem.potentials[p];
    Reduced<Real> Dq(potential.element_count(), potential.reduced_size());
    potential.reduce(positions_, Dq);
    add_batch(potential, squared_weights[p], Dq);
  }
}

template <class Real>
void Splitting<Real>::add_batch(const Potential<Real>& potential, const VectorX<Real>& squared_weights,
                                const Reduced<Real>& z) {
  batches_.push_back({&potential, squared_weights, z, z, Reduced<Real>::Zero(z.rows(), z.cols())});
}

template <class Real>
std::vector<VectorX<Real>> Splitting<Real>::squared_weights() const {
  std::vector<VectorX<Real>> weights;
  for (std::size_t p = 0; p < problem_->potentials.size(); ++p)
    weights.push_back(batches_[p].squared_weights);
  return weights;
}

template <class Real>
void Splitting<Real>::local_step() {
  right_hand_side_ = problem_->inertial_positions * inertia_weights_.asDiagonal();
  for (Batch& batch : batches_) {
    std::swap(batch.z, batch.previous_z);
    simbench::local_step(*batch.potential, batch.squared_weights, prox_, positions_, batch.z, batch.u,
                         right_hand_side_);
  }
}

template <class Real>
void Splitting<Real>::set_targets(const std::vector<Reduced<Real>>& y) {
  right_hand_side_ = problem_->inertial_positions * inertia_weights_.asDiagonal();
  for (std::size_t b = 0; b < batches_.size(); ++b)
    batches_[b].potential->add_transposed(batches_[b].squared_weights, y[b], right_hand_side_);
}

template <class Real>
bool Splitting<Real>::global_step() {
  if (!problem_->terms.empty()) return global_step_with_terms();
  std::swap(positions_, right_hand_side_);
  return system_.solve_for_positions(positions_);
}

// With the model B(q) + ∇B·d + ½ dᵀ W d, (A + W)(q + d) = right-hand side − ∇B + W q.
template <class Real>
bool Splitting<Real>::global_step_with_terms() {
  SystemWeights<Real> weights(squared_weights());
  Positions<Real> gradient = Positions<Real>::Zero(3, positions_.cols());
  for (const auto& term : problem_->terms) {
    term->append_stiffness(positions_, weights.terms);
    term->add_gradient(positions_, gradient);
  }
  right_hand_side_ -= gradient;
  for (const auto& entry : weights.terms)
    right_hand_side_.col(entry.row()) += entry.value() * positions_.col(entry.col());
  if (!system_.factorize(*problem_, weights) || !system_.solve_for_positions(right_hand_side_)) return false;
  right_hand_side_ -= positions_;
  allowed_part_ = problem_->largest_step(positions_, right_hand_side_);
  positions_ += allowed_part_ * right_hand_side_;
  return true;
}

template <class Real>
Real Splitting<Real>::primal_residual() const {
  Real squared = 0;
  for (const Batch& batch : batches_) {
    Reduced<Real> difference(batch.z.rows(), batch.z.cols());
    batch.potential->reduce(positions_, difference);
    difference -= batch.z;
    squared += batch.squared_weights.dot(difference.rowwise().squaredNorm());
  }
  return std::sqrt(squared);
}

template <class Real>
Positions<Real> Splitting<Real>::dual_residual() const {
  Positions<Real> residual = Positions<Real>::Zero(3, positions_.cols());
  for (const Batch& batch : batches_) {
    const Reduced<Real> difference = batch.z - batch.previous_z;
    batch.potential->add_transposed(batch.squared_weights, difference, residual);
  }
  return residual;
}

template class Splitting<double>;
template class Splitting<float>;

}  // namespace simbench

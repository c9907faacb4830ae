#include "deformable/solvers/anderson_admm.h"

#include <limits>

#include "deformable/solvers/kernels/reduced_energy.h"

namespace simbench {

template <class Real>
std::optional<Failure> AndersonAdmm<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  splitting_.begin_step(problem, squared_weights(problem, settings_.weight_factor));
  if (!splitting_.factorize()) return splitting_.system().failure();
  const Positions<Real> zero = Positions<Real>::Zero(3, problem.vertex_count());
  at_zero_.clear();
  for (const auto& batch : splitting_.batches()) {
    at_zero_.push_back(batch.z);
    batch.potential->reduce(zero, at_zero_.back());
  }
  vector_.emplace(splitting_.batches());
  plain_z_ = plain_u_ = reduced_ = at_zero_;
  z_.resize(vector_->size());
  plain_ = next_ = z_;
  history_.reset(z_.size());
  last_residual_ = std::numeric_limits<Real>::infinity();
  has_z_ = false;
  return {};
}

template <class Real>
bool AndersonAdmm<Real>::solve() {
  for (std::size_t b = 0; b < reduced_.size(); ++b)
    reduced_[b] = splitting_.batches()[b].z - splitting_.batches()[b].u - at_zero_[b];
  splitting_.set_targets(reduced_);
  return splitting_.global_step();
}

template <class Real>
void AndersonAdmm<Real>::set(const VectorX<Real>& vector) {
  for (std::size_t b = 0; b < reduced_.size(); ++b) {
    auto& batch = splitting_.batches()[b];
    vector_->load(b, vector, batch.z);
    gradient_at(*batch.potential, batch.z, batch.u);
    for (Index i = 0; i < batch.u.cols(); ++i) batch.u.col(i).array() /= batch.squared_weights.array();
  }
}

template <class Real>
Real AndersonAdmm<Real>::residual() {
  Real sum = 0;
  for (std::size_t b = 0; b < reduced_.size(); ++b) {
    const auto& batch = splitting_.batches()[b];
    batch.potential->reduce(splitting_.positions(), reduced_[b]);
    reduced_[b] -= batch.z;
    for (Index i = 0; i < reduced_[b].cols(); ++i)
      sum += (batch.squared_weights.array() * reduced_[b].col(i).array().square()).sum() / 2;
  }
  return sum;
}

template <class Real>
IterationReport AndersonAdmm<Real>::iterate() {
  splitting_.local_step();
  for (std::size_t b = 0; b < reduced_.size(); ++b) vector_->store(b, splitting_.batches()[b].z, plain_);
  const bool is_combined = has_z_ && settings_.history > 0;
  if (is_combined) {
    for (std::size_t b = 0; b < reduced_.size(); ++b) {
      plain_z_[b] = splitting_.batches()[b].z;
      plain_u_[b] = splitting_.batches()[b].u;
    }
    history_.accelerate(z_, plain_, next_);
    set(next_);
    std::swap(z_, next_);
    if (!solve()) return {.stop = splitting_.system().failure()};
  } else {
    z_ = plain_;
    if (!splitting_.global_step()) return {.stop = splitting_.system().failure()};
  }
  Real residual = this->residual();
  if (is_combined && !(residual < last_residual_)) {
    for (std::size_t b = 0; b < reduced_.size(); ++b) {
      splitting_.batches()[b].z = plain_z_[b];
      splitting_.batches()[b].u = plain_u_[b];
    }
    z_ = plain_;
    if (!solve()) return {.stop = splitting_.system().failure()};
    residual = this->residual();
  }
  last_residual_ = residual;
  has_z_ = true;
  IterationReport report;
  splitting_.system().report_iterations(report);
  return report;
}

template <class Real>
void AndersonAdmm<Real>::complete(IterationReport& report) const {
  report.diagnostics.set("primal_residual", splitting_.primal_residual());
}

template class AndersonAdmm<double>;
template class AndersonAdmm<float>;

}  // namespace simbench

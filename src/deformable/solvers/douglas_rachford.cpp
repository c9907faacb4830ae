#include "deformable/solvers/douglas_rachford.h"

#include <array>
#include <limits>

#include "deformable/solvers/kernels/reduced_energy.h"

namespace simbench {

void DouglasRachfordSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> merits = {"residual", "envelope"};
  describe_splitting(fields);
  fields.unused(history == 0, {"merit"}, "history", "without history there are no combinations to judge");
  config::choice(fields, "merit", merit, merits,
                 {.doc = "what a combination must lower: |W (D q - z)|, or the Douglas-Rachford envelope"});
}

template <class Real>
std::optional<Failure> DouglasRachford<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  splitting_.begin_step(problem, squared_weights(problem, settings_.weight_factor));
  if (!splitting_.factorize()) return splitting_.system().failure();
  reduced_.clear();
  for (const auto& batch : splitting_.batches()) reduced_.push_back(batch.z);
  vector_.emplace(splitting_.batches());
  s_.resize(vector_->size());
  plain_ = next_ = s_;
  find_plain();  // ū = 0, so s = W D q
  s_ = plain_;
  history_.reset(s_.size());
  last_merit_ = std::numeric_limits<Real>::infinity();
  return {};
}

// Sets ū to W⁻¹ s − D q, so that the local step takes the prox at W⁻¹ s.
template <class Real>
bool DouglasRachford<Real>::split() {
  for (std::size_t b = 0; b < reduced_.size(); ++b) {
    auto& batch = splitting_.batches()[b];
    batch.potential->reduce(splitting_.positions(), reduced_[b]);
    vector_->load(b, s_, batch.u);
    batch.u -= reduced_[b];
  }
  splitting_.local_step();
  return splitting_.global_step();
}

template <class Real>
void DouglasRachford<Real>::find_plain() {
  for (std::size_t b = 0; b < reduced_.size(); ++b) {
    const auto& batch = splitting_.batches()[b];
    batch.potential->reduce(splitting_.positions(), reduced_[b]);
    reduced_[b] += batch.u;
    vector_->store(b, reduced_[b], plain_);
  }
}

// After the local step ū = s − z in the units of z.
template <class Real>
Real DouglasRachford<Real>::merit() {
  const bool is_envelope = settings_.merit == SplittingMerit::envelope;
  Real sum = is_envelope ? problem_->inertial(splitting_.positions()) : Real(0);
  for (std::size_t b = 0; b < reduced_.size(); ++b) {
    const auto& batch = splitting_.batches()[b];
    batch.potential->reduce(splitting_.positions(), reduced_[b]);
    reduced_[b] -= batch.z;
    if (is_envelope) sum += energy_at(*batch.potential, batch.z);
    for (Index i = 0; i < reduced_[b].cols(); ++i) {
      const auto residual = reduced_[b].col(i).array();
      const auto w2 = batch.squared_weights.array();
      sum += (w2 * residual.square()).sum() / 2;
      if (is_envelope) sum += (w2 * residual * batch.u.col(i).array()).sum();
    }
  }
  return sum;
}

template <class Real>
IterationReport DouglasRachford<Real>::iterate() {
  if (!split()) return {.stop = splitting_.system().failure()};
  if (settings_.history > 0) {
    Real merit = this->merit();
    if (!(merit < last_merit_) && s_ != plain_) {
      s_ = plain_;
      if (!split()) return {.stop = splitting_.system().failure()};
      merit = this->merit();
    }
    last_merit_ = merit;
  }
  find_plain();
  history_.accelerate(s_, plain_, next_);
  std::swap(s_, next_);
  IterationReport report;
  splitting_.system().report_iterations(report);
  return report;
}

template <class Real>
void DouglasRachford<Real>::complete(IterationReport& report) const {
  report.diagnostics.set("primal_residual", splitting_.primal_residual());
}

template class DouglasRachford<double>;
template class DouglasRachford<float>;

}  // namespace simbench

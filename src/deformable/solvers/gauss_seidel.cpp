#include "deformable/solvers/gauss_seidel.h"

#include <utility>

#include "math/parallel.h"

namespace simbench {

template <class Real>
void GaussSeidel<Real>::begin(const IncrementalPotential<Real>& problem, ConstraintForm form,
                              const SweepOrder& order, Real compliance_scale,
                              const Correction<Real>& correction) {
  positions_ = problem.inertial_positions;
  contacts_.begin_step(problem, compliance_scale, correction.part);
  const VectorX<Real> inverse_masses = problem.inverse_masses();
  std::vector<Batch> before = std::exchange(batches_, {});
  for (const bool material : {false, true}) {
    for (const auto& potential : problem.potentials) {
      if (potential->is_material() != material) continue;
      std::vector<std::span<const int>> elements;
      potential->append_elements(elements);
      SweepParts parts{potential,      form,       compliance_scale, order.of(elements),
                       inverse_masses, correction, thread_count()};
      const std::size_t place = batches_.size();
      if (place < before.size() && before[place].parts == parts) {
        batches_.push_back(std::move(before[place]));  // the step before had the same sweep
        batches_.back().sweep->drop_multipliers();
      } else {
        auto sweep =
            constraint_sweep(*potential, form, compliance_scale, parts.order, inverse_masses, correction);
        batches_.push_back({std::move(parts), std::move(sweep)});
      }
    }
  }
}

template <class Real>
IterationReport GaussSeidel<Real>::iterate() {
  Index skipped = 0;
  for (const Batch& batch : batches_) skipped += batch.sweep->run(positions_);
  contacts_.run(positions_);
  IterationReport report;
  report.diagnostics.set("skipped_constraints", static_cast<double>(skipped));
  return report;
}

template <class Real>
void GaussSeidel<Real>::drop_multipliers() {
  for (const Batch& batch : batches_) batch.sweep->drop_multipliers();
  contacts_.drop_multipliers();
}

template class GaussSeidel<double>;
template class GaussSeidel<float>;

}  // namespace simbench

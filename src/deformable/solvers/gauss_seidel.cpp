#include "deformable/solvers/gauss_seidel.h"

namespace simbench {

template <class Real>
void GaussSeidel<Real>::begin(const IncrementalPotential<Real>& problem, ConstraintForm form,
                              const SweepOrder& order, Real compliance_scale,
                              const Correction<Real>& correction) {
  positions_ = problem.inertial_positions;
  const VectorX<Real> inverse_masses = problem.inverse_masses();
  batches_.clear();
  for (const bool material : {false, true}) {
    for (const auto& potential : problem.potentials) {
      if (potential->is_material() != material) continue;
      std::vector<std::span<const int>> elements;
      potential->append_elements(elements);
      batches_.push_back({potential.get(), constraint_sweep(*potential, form, compliance_scale,
                                                            order.of(elements), inverse_masses, correction)});
    }
  }
}

template <class Real>
IterationReport GaussSeidel<Real>::iterate() {
  Index skipped = 0;
  for (const Batch& batch : batches_) skipped += batch.sweep->run(positions_);
  IterationReport report;
  report.diagnostics.set("skipped_constraints", static_cast<double>(skipped));
  return report;
}

template class GaussSeidel<double>;
template class GaussSeidel<float>;

}  // namespace simbench

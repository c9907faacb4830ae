#include "solver/xpbd.h"

#include <array>

#include "solver/constraint_residuals.h"
#include "solver/projection.h"

namespace simbench {

void XpbdSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> multipliers = {"zero", "natural"};
  describe_form(fields, form);
  config::choice(
      fields, "initial_multipliers", initial_multipliers, multipliers,
      {.doc =
           "before the first sweep: zero; natural: those that belong to the start, where XPBD then stays"});
  order.describe(fields);
}

template <class Real>
void GaussSeidel<Real>::begin(const IncrementalPotential<Real>& problem, ConstraintForm form,
                              const SweepOrder& order, Real compliance_scale) {
  positions_ = problem.inertial_positions;
  const VectorX<Real> inverse_masses = problem.masses.cwiseInverse();
  batches_.clear();
  for (const bool material : {false, true}) {
    for (const auto& potential : problem.potentials) {
      if (potential->is_material() != material) continue;
      std::vector<std::span<const int>> elements;
      potential->append_elements(elements);
      batches_.push_back({potential.get(), constraint_sweep(*potential, form, compliance_scale,
                                                            order.of(elements), inverse_masses)});
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

template <class Real>
Declines Pbd<Real>::declines(const Potentials<double>& potentials, const Settings&) {
  for (const auto& potential : potentials) {
    // Only a constraint that vanishes at rest can be enforced without compliance: one a tet, with a
    // projection.
    if (!can_project(*potential)) {
      return "PBD enforces hard constraints that are zero at rest, and " + std::string(potential->law()) +
             " has none; xpbd takes it with compliance";
    }
  }
  return {};
}

template <class Real>
std::optional<Failure> Pbd<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  this->begin(problem, ConstraintForm::split, settings_.order, 0);
  return {};
}

template <class Real>
Declines Xpbd<Real>::declines(const Potentials<double>& potentials, const Settings& settings) {
  return missing_constraints(potentials, ConstraintRows::scalar, settings.form);
}

template <class Real>
std::optional<Failure> Xpbd<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  this->begin(problem, settings_.form, settings_.order, 1 / (problem.time_step * problem.time_step));
  if (settings_.initial_multipliers == InitialMultipliers::natural) {
    for (const auto& [potential, sweep] : this->batches()) {
      const auto system = constraint_system(*potential, ConstraintRows::scalar, settings_.form);
      sweep->set_multipliers(natural_multipliers(*system, this->positions(), problem.time_step));
    }
  }
  return {};
}

template <class Real>
void Xpbd<Real>::complete(IterationReport& report) const {
  std::vector<ConstraintState<Real>> constraints;
  for (const auto& [potential, sweep] : this->batches()) {
    constraints.push_back(
        {constraint_system(*potential, ConstraintRows::scalar, settings_.form), sweep->multipliers()});
  }
  report_residuals(constraint_residuals(*problem_, constraints, this->positions()), report);
}

template class GaussSeidel<double>;
template class GaussSeidel<float>;
template class Pbd<double>;
template class Pbd<float>;
template class Xpbd<double>;
template class Xpbd<float>;

}  // namespace simbench

#include "solver/xpbd.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/constraint_residuals.h"

namespace simbench {

void PbdSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> constraints = {"distance", "energy"};
  static constexpr std::array<std::string_view, 2> rules = {"per_iteration", "per_step"};
  config::choice(
      fields, "constraint", constraint, constraints,
      {.doc =
           "what is to be zero: the distance (2 Psi/k)^1/2 from an element without energy, or its energy"});
  fields.number("stiffness", stiffness,
                {.doc = "part k of each correction that is applied",
                 .range = {.minimum = 0, .maximum = 1, .minimum_open = true}});
  config::choice(
      fields, "stiffness_rule", stiffness_rule, rules,
      {.doc = "k of each iteration, or of the n iterations of a step together: 1 - (1 - k)^(1/n) of each"});
  order.describe(fields);
}

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

// Only a constraint that vanishes at rest can be enforced without compliance: one a tet.
template <class Real>
Declines Pbd<Real>::declines(const Potentials<double>& potentials, const Settings& settings) {
  for (const auto& potential : potentials) {
    const bool of_energy = settings.constraint == PbdConstraint::energy;
    const bool one_constraint = constraint_count(*potential, ConstraintForm::split) == 1;
    if (has_energy_constraint(*potential) && (of_energy || one_constraint)) continue;
    const std::string law(potential->law());
    return (of_energy ? "PBD of the energy needs one that is zero at rest, and that of " + law + " is not"
                      : "PBD enforces hard constraints that are zero at rest, and " + law + " has none") +
           "; xpbd takes it with compliance";
  }
  return {};
}

template <class Real>
std::optional<Failure> Pbd<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  const bool of_energy = settings_.constraint == PbdConstraint::energy;
  const double k = settings_.stiffness_rule == StiffnessRule::per_step
                       ? -std::expm1(std::log1p(-settings_.stiffness) / std::max(iterations_, 1))
                       : settings_.stiffness;
  this->begin(problem, of_energy ? ConstraintForm::combined : ConstraintForm::split, settings_.order, 0,
              {static_cast<Real>(k), of_energy});
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
  report_residuals(*problem_, constraints, this->positions(), report);
}

template class GaussSeidel<double>;
template class GaussSeidel<float>;
template class Pbd<double>;
template class Pbd<float>;
template class Xpbd<double>;
template class Xpbd<float>;

}  // namespace simbench

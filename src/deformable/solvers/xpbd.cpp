#include "deformable/solvers/xpbd.h"

#include <array>

#include "deformable/solvers/kernels/constraint_residuals.h"

namespace simbench {

void XpbdSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> multipliers = {"zero", "natural"};
  describe_form(fields, form);
  config::choice(fields, "initial_multipliers", initial_multipliers, multipliers,
                 {.doc = "multipliers before the first sweep: zero, or natural, which solve the start, so "
                         "that XPBD stays there"});
  order.describe(fields);
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

template class Xpbd<double>;
template class Xpbd<float>;

}  // namespace simbench

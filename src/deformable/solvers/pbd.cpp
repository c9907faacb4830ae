#include "deformable/solvers/pbd.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "deformable/solvers/kernels/constraint_system.h"

namespace simbench {

void PbdSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> constraints = {"distance", "energy"};
  static constexpr std::array<std::string_view, 2> rules = {"per_iteration", "per_step"};
  config::choice(
      fields, "constraint", constraint, constraints,
      {.doc =
           "enforced to be zero: the distance (2 Psi/k)^1/2 from an element without energy, or its energy"});
  fields.number("stiffness", stiffness,
                {.doc = "part k of each correction that is applied",
                 .range = {.minimum = 0, .maximum = 1, .minimum_open = true}});
  fields.unused(stiffness == 1 && !fields.is_given("stiffness"), {"stiffness_rule"}, "stiffness",
                "stiffness is 1, so that each correction is applied as a whole");
  config::choice(
      fields, "stiffness_rule", stiffness_rule, rules,
      {.doc =
           "k applies to each iteration, or to the n iterations of a step: then 1 - (1 - k)^(1/n) to each"});
  order.describe(fields);
}

// Only a constraint that is zero at rest can be enforced without compliance, and only one per tet.
template <class Real>
Declines Pbd<Real>::declines(const Potentials<double>& potentials, const Settings& settings) {
  for (const auto& potential : potentials) {
    const bool of_energy = settings.constraint == PbdConstraint::energy;
    if (of_energy && potential->is_hard())
      return "PBD of the energy needs an energy, which the hard constraints of " +
             std::string(potential->law()) + " do not have; set constraint to distance";
    const bool one_constraint = constraint_count(*potential, ConstraintForm::split) == 1;
    if (has_energy_constraint(*potential) && (of_energy || one_constraint)) continue;
    const std::string law(potential->law());
    return (of_energy
                ? "PBD of the energy needs an energy that is zero at rest, which " + law + " does not have"
                : "PBD needs hard constraints that are zero at rest, which " + law + " does not have") +
           "; xpbd supports it, with compliance";
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

template class Pbd<double>;
template class Pbd<float>;

}  // namespace simbench

#include "deformable/solvers/xpbd.h"

#include <array>

namespace simbench {

void XpbdSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> starts = {"zero", "natural"};
  static constexpr std::array<std::string_view, 2> rules = {"kept", "dropped"};
  describe_form(fields, form);
  config::choice(fields, "initial_multipliers", initial_multipliers, starts,
                 {.doc = "multipliers before the first sweep: zero, or natural, which solve the start, so "
                         "that XPBD stays there"});
  config::choice(fields, "multipliers", multipliers, rules,
                 {.doc = "kept from one iteration to the next, as published, or dropped (set to zero), as in "
                         "several engines: then more iterations are stiffer"});
  fields.require(multipliers == MultiplierRule::kept || initial_multipliers == InitialMultipliers::zero,
                 "multipliers",
                 "'dropped' sets the natural multipliers to zero before they act: leave out "
                 "initial_multipliers, or keep the multipliers");
  fields.number(
      "damping", damping,
      {.unit = "s",
       .doc = "time tau of the dampers of all constraints: a spring of stiffness k has one of tau k; "
              "implicit Euler alone damps like tau = h",
       .range = config::non_negative,
       .example = "1e-3"});
  order.describe(fields);
}

template <class Real>
Declines Xpbd<Real>::declines(const Potentials<double>& potentials, const Settings& settings) {
  for (const auto& potential : potentials) {
    if (!potential->is_hard()) continue;
    const std::string law(potential->law());
    if (settings.initial_multipliers == InitialMultipliers::natural)
      return "natural multipliers are -C/alpha~, and the hard constraints of " + law +
             " have alpha = 0; leave out initial_multipliers, or give " + law + " a finite stiffness";
    if (settings.damping > 0)
      return "the dampers of hard constraints would be infinite, and " + law +
             " is hard; leave out damping, or give " + law + " a finite stiffness";
  }
  return missing_constraints(potentials, ConstraintRows::scalar, settings.form);
}

template <class Real>
std::optional<Failure> Xpbd<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  constraints_.clear();
  Correction<Real> correction;
  correction.damping = static_cast<Real>(settings_.damping) / problem.time_step;
  correction.velocity_origin = &problem.origin_of_velocities();
  this->begin(problem, settings_.form, settings_.order, 1 / (problem.time_step * problem.time_step),
              correction);
  if (settings_.initial_multipliers == InitialMultipliers::natural) {
    for (const auto& [parts, sweep] : this->batches()) {
      const auto system = constraint_system(*parts.potential, ConstraintRows::scalar, settings_.form);
      sweep->set_multipliers(natural_multipliers(*system, this->positions(), problem.time_step));
    }
  }
  return {};
}

template <class Real>
IterationReport Xpbd<Real>::iterate() {
  if (settings_.multipliers == MultiplierRule::dropped) this->drop_multipliers();
  return GaussSeidel<Real>::iterate();
}

template <class Real>
void Xpbd<Real>::complete(IterationReport& report) const {
  if (constraints()) report_residuals(*problem_, constraints_, this->positions(), report);
}

template <class Real>
std::vector<ConstraintState<Real>>* Xpbd<Real>::constraints() const {
  const bool has_all = problem_->terms.empty();  // the multipliers of contacts are not among them
  if (settings_.multipliers == MultiplierRule::dropped || settings_.damping > 0 || !has_all) return nullptr;
  const auto& batches = this->batches();
  constraints_.resize(batches.size());
  for (std::size_t i = 0; i < batches.size(); ++i) {
    ConstraintState<Real>& state = constraints_[i];
    if (!state.system)
      state.system = constraint_system(*batches[i].parts.potential, ConstraintRows::scalar, settings_.form);
    state.multipliers = batches[i].sweep->multipliers();
  }
  return &constraints_;
}

template class Xpbd<double>;
template class Xpbd<float>;

}  // namespace simbench

#include "deformable/solvers/pbng.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace simbench {

void PbngSettings::describe(config::Fields& fields) {
  order.describe(fields);
  fields.number("relaxation", relaxation,
                {.doc = "factor of over-relaxation from the fifth iteration on; 1: the sweeps alone",
                 .range = {.minimum = 0, .maximum = 2, .minimum_open = true, .maximum_open = true}});
}

template <class Real>
Declines Pbng<Real>::declines(const Potentials<double>& potentials, const Settings&) {
  static constexpr std::array<std::string_view, 3> laws = {"strain", "corotated_linear",
                                                           "stable_neo_hookean"};
  for (const auto& potential : potentials) {
    if (potential->is_material() && std::ranges::find(laws, potential->law()) == laws.end())
      return fmt::format(
          "PBNG has a definite Hessian for strain, corotated_linear and stable_neo_hookean, not for {}; vbd "
          "takes every law",
          potential->law());
  }
  return {};
}

template <class Real>
std::optional<Failure> Pbng<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  positions_ = problem.inertial_positions;
  problem.move_held_to_targets(positions_);
  previous_ = before_previous_ = positions_;
  iteration_ = 0;
  sweep_.begin_step(problem, settings_.order, {.is_approximate = true});
  return {};
}

template <class Real>
IterationReport Pbng<Real>::iterate() {
  sweep_.move(positions_);
  if (++iteration_ > plain_iterations) {
    const Real omega = static_cast<Real>(settings_.relaxation);
    positions_ = before_previous_ + omega * (positions_ - before_previous_);
  }
  std::swap(before_previous_, previous_);
  previous_ = positions_;
  return {};
}

template class Pbng<double>;
template class Pbng<float>;

}  // namespace simbench

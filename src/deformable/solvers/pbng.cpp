#include "deformable/solvers/pbng.h"

#include <algorithm>

namespace simbench {

void PbngSettings::describe(config::Fields& fields) {
  order.describe(fields);
  fields.number("relaxation", relaxation,
                {.doc = "factor of over-relaxation from the fifth iteration on; 1: the sweeps alone",
                 .range = {.minimum = 0, .maximum = 2, .minimum_open = true, .maximum_open = true}});
}

template <class Real>
std::optional<Failure> Pbng<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  positions_ = problem.start_positions();
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
    before_previous_ += omega * (positions_ - before_previous_);
    problem_->stop_where_terms_allow(positions_, before_previous_);
    std::swap(positions_, before_previous_);
  }
  std::swap(before_previous_, previous_);
  previous_ = positions_;
  return {};
}

template class Pbng<double>;
template class Pbng<float>;

}  // namespace simbench

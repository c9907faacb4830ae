#include "deformable/solvers/chebyshev.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace simbench {

void ChebyshevSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> intervals = {"symmetric", "positive"};
  describe_map(fields);
  fields.optional_number(
      "rho", rho,
      {.doc = "factor by which the map's errors shrink at least; if left out, the ratio of the last two "
              "changes of the plain iterations",
       .range = {.minimum = 0, .maximum = 1, .maximum_open = true},
       .example = "0.95"});
  fields.unused(rho == 0.0, {"start", "interval"}, "rho", "rho is 0, so that all iterations are plain");
  fields.integer("start", start, {.doc = "plain iterations before the acceleration", .minimum = 2});
  fields.number("gamma", gamma,
                {.doc = "factor of the map's step",
                 .range = {.minimum = 0, .maximum = 2, .minimum_open = true, .maximum_open = true}});
  config::choice(
      fields, "interval", interval, intervals,
      {.doc = "where the eigenvalues of the map's errors are assumed: symmetric: from -rho to rho; "
              "positive: from 0 to rho"});
}

template <class Real>
std::optional<Failure> Chebyshev<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  positions_ = previous_ = step_ = problem.start_positions();
  iteration_ = 0;
  gamma_ = static_cast<Real>(settings_.gamma);
  weights_ = {};
  if (settings_.rho) set_rho(static_cast<Real>(*settings_.rho));
  return map_.begin_step(problem, positions_);
}

template <class Real>
void Chebyshev<Real>::set_rho(Real rho) {
  const bool is_positive = settings_.interval == EigenvalueInterval::positive;
  if (is_positive) gamma_ = static_cast<Real>(settings_.gamma) * 2 / (2 - rho);
  weights_ = ChebyshevWeights<Real>(is_positive ? rho / (2 - rho) : rho);
}

template <class Real>
IterationReport Chebyshev<Real>::iterate() {
  if (!std::isfinite(problem_->objective_and_gradient(positions_, step_)))
    return {.stop = Failure{Status::diverged, "the objective is not finite"}};
  if (!map_.to_step(step_)) return {.stop = map_.metric().failure()};
  const bool is_plain = ++iteration_ <= settings_.start;
  const Real weight = is_plain ? Real(1) : weights_.next();
  // previous_ becomes q_{k+1}; the expression reads each of its entries before it is written.
  const Real gamma = is_plain ? static_cast<Real>(settings_.gamma) : gamma_;
  previous_ += weight * (positions_ - previous_ - gamma * step_);
  std::swap(positions_, previous_);
  IterationReport report;
  map_.metric().report_iterations(report);
  if (!settings_.rho && is_plain) {
    const Real change = (positions_ - previous_).norm();
    if (iteration_ == settings_.start) {
      const Real rho = change > 0 ? change / last_change_ : Real(0);
      if (!(rho < 1))
        return {.stop = Failure{Status::diverged,
                                fmt::format("the map is no contraction: its last two changes have the ratio "
                                            "{:.3g}; increase solvers.chebyshev.scale",
                                            static_cast<double>(rho))}};
      set_rho(rho);
    }
    last_change_ = change;
  }
  return report;
}

template class Chebyshev<double>;
template class Chebyshev<float>;

}  // namespace simbench

#include "deformable/solvers/alm.h"

#include <utility>

#include "deformable/solvers/line_search/search_along.h"

namespace simbench {

void AlmSettings::describe(config::Fields& fields) {
  fields.number("penalty", penalty,
                {.doc = "stiffness of the penalty beside the multipliers, over that of the scene's contact",
                 .range = config::positive});
  describe_search(fields);
}

template <class Real>
std::optional<Failure> Alm<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = problem;
  inequalities_.clear();
  for (const auto& term : problem.terms)
    inequalities_.push_back(term->with_multipliers(static_cast<Real>(settings_.penalty)));
  problem_.terms.assign(inequalities_.begin(), inequalities_.end());
  if (const std::optional<Failure> failure = system_.begin_step(problem_)) return failure;
  current_ = iterate_at(problem_, problem_.start_positions());
  trial_ = current_;
  direction_ = current_.gradient;
  first_gradient_ = current_.gradient.norm();
  has_moved_ = true;
  was_cut_ = false;
  return {};
}

template <class Real>
void Alm<Real>::update_multipliers() {
  for (const auto& term : inequalities_) term->update_multipliers(current_.positions);
  current_ = iterate_at(problem_, current_.positions);
  first_gradient_ = current_.gradient.norm();
}

template <class Real>
IterationReport Alm<Real>::step_of_newton() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  if (const MatrixDefect defect = system_.find_direction(current_, direction_); defect != MatrixDefect::none)
    return {.stop = failure_of(defect)};
  const Real slope = slope_along(current_, direction_);
  IterationReport report = search_along(settings_, problem_, current_, {direction_, slope}, trial_);
  if (!report.stop) std::swap(current_, trial_);
  return report;
}

// The multipliers are updated where steps have gone far enough; where surfaces cut two steps in a row, as the
// pushes of pairs are then too weak; and where no step is left. It ends if there is no step after that
// either.
template <class Real>
IterationReport Alm<Real>::iterate() {
  constexpr Real part_of_gradient = Real(0.1);  // that steps must leave before an update
  IterationReport report = step_of_newton();
  const bool is_minimum = report.stop == Status::converged || report.stop == Status::stalled;
  const bool had_moved = std::exchange(has_moved_, !report.stop);
  if (inequalities_.empty() || (report.stop && !(is_minimum && had_moved))) return report;
  report.stop = {};
  const bool is_cut = report.diagnostics["allowed_step"].value_or(1) < 1;
  const bool is_cut_again = std::exchange(was_cut_, is_cut) && is_cut;
  if (is_minimum || is_cut_again || current_.gradient.norm() <= part_of_gradient * first_gradient_)
    update_multipliers();
  return report;
}

template class Alm<double>;
template class Alm<float>;

}  // namespace simbench

#include "deformable/solvers/alm.h"

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
  return {};
}

template <class Real>
void Alm<Real>::update_multipliers() {
  for (const auto& term : inequalities_) term->update_multipliers(current_.positions);
  current_ = iterate_at(problem_, current_.positions);
  first_gradient_ = current_.gradient.norm();
}

template <class Real>
IterationReport Alm<Real>::iterate() {
  constexpr Real part_of_gradient = Real(0.1);  // that the step to a minimum of L must leave
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  if (const MatrixDefect defect = system_.find_direction(current_, direction_); defect != MatrixDefect::none)
    return {.stop = failure_of(defect)};
  const Real slope = slope_along(current_, direction_);
  IterationReport report = search_along(settings_, problem_, current_, {direction_, slope}, trial_);
  const bool is_at_minimum = report.stop == Status::converged || report.stop == Status::stalled;
  if (inequalities_.empty() || (report.stop && !(is_at_minimum && has_moved_))) {
    if (!report.stop) std::swap(current_, trial_);
    return report;
  }
  has_moved_ = !report.stop;
  report.stop = {};
  if (has_moved_) std::swap(current_, trial_);
  if (is_at_minimum || current_.gradient.norm() <= part_of_gradient * first_gradient_) update_multipliers();
  return report;
}

template class Alm<double>;
template class Alm<float>;

}  // namespace simbench

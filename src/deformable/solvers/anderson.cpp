#include "deformable/solvers/anderson.h"

#include <array>

namespace simbench {

void AndersonSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> guards = {"objective", "none"};
  describe_map(fields);
  fields.integer("history", history,
                 {.doc = "differences of earlier maps that are combined; 0: the plain map",
                  .minimum = 0,
                  .maximum = AndersonHistory<double>::largest_history});
  config::choice(
      fields, "guard", guard, guards,
      {.doc = "objective: a combination that raises f is replaced by the map, or by a shorter step; "
              "none: it is taken"});
}

template <class Real>
std::optional<Failure> Anderson<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  current_ = iterate_at(problem, problem.start_positions());
  trial_ = current_;
  direction_ = mapped_ = current_.gradient;
  history_.reset(direction_.size());
  return map_.begin_step(problem, current_.positions);
}

template <class Real>
bool Anderson<Real>::is_worse(const Iterate<Real>& trial) const {
  return settings_.guard == AndersonGuard::objective && !(trial.objective <= current_.objective);
}

template <class Real>
IterationReport Anderson<Real>::iterate() {
  using Vector = Eigen::Map<VectorX<Real>>;
  direction_ = -current_.gradient;
  if (!map_.to_step(direction_)) return {.stop = map_.metric().failure()};
  mapped_ = current_.positions + direction_;
  const Index size = direction_.size();
  history_.accelerate(Vector(current_.positions.data(), size), Vector(mapped_.data(), size),
                      Vector(trial_.positions.data(), size));
  trial_.objective = problem_->objective_and_gradient(trial_.positions, trial_.gradient);
  if (is_worse(trial_)) try_step(*problem_, current_, direction_, Real(1), trial_);
  IterationReport report;
  if (is_worse(trial_)) {  // so the search need not try the length 1
    const LineSearchSettings search;
    const SearchLine<Real> line{direction_, slope_along(current_, direction_),
                                static_cast<Real>(search.beta)};
    report = descend(search, *problem_, current_, line, trial_);
    if (report.stop) return report;
  }
  map_.metric().report_iterations(report);
  std::swap(current_, trial_);
  return report;
}

template class Anderson<double>;
template class Anderson<float>;

}  // namespace simbench

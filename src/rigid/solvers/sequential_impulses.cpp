#include "rigid/solvers/sequential_impulses.h"

namespace simbench::rigid {

template <class Real>
std::optional<Failure> SequentialImpulses<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem, {.factor = options_.warm_start, .moves_pose = false});
  sweep_.moves.clear();
  for (std::size_t b = 0; b < problem.predicted.size(); ++b)
    sweep_.moves.push_back(difference(problem.predicted[b], problem.previous[b]));
  if (options_.warm_start == 0) return {};
  problem.constraints.for_each_linearised(
      problem.previous, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        linear.displace(constraint.bodies, problem.inertias, problem.previous,
                        this->multipliers_.template segment<Constraint::rows>(row), sweep_.moves);
      });
  this->add_friction(problem.previous, sweep_.moves);
  sweep_.apply(problem.previous, this->poses_);
  return {};
}

template <class Real>
IterationReport SequentialImpulses<Real>::iterate() {
  const Poses<Real>& start = this->problem_->previous;
  sweep_(*this->problem_, this->constraints(), start, static_cast<Real>(options_.correction), Real(1),
         this->targets_, this->multipliers_, &this->tangential_);
  sweep_.apply(start, this->poses_);
  return {};
}

void SequentialImpulsesSettings::describe(config::Fields& fields) {
  fields.number("correction", correction,
                {.doc = "beta: the fraction of the old error that a step removes (Baumgarte)",
                 .range = {.minimum = 0, .maximum = 1}});
  fields.number(
      "warm_start", warm_start,
      {.doc = "w: a step starts with w times the impulses of the last step", .range = config::non_negative});
}

template <class Real>
Declines SequentialImpulses<Real>::declines(const Constraints<double>& constraints, const Settings&) {
  const bool has_volume = constraints.any_of(
      []<class Constraint>(const Constraint&) { return std::is_same_v<Constraint, Volume<double>>; });
  if (has_volume)
    return "it supports constraints between two bodies only, and the scene has a volume constraint";
  return {};
}

template class SequentialImpulses<double>;

}  // namespace simbench::rigid

#include "rigid/solvers/sequential_impulses.h"

namespace simbench::rigid {

std::optional<Failure> SequentialImpulses::begin_step(const StepProblem& problem) {
  start_at(problem, {.factor = options_.warm_start, .moves_pose = false});
  sweep_.begin(problem, constraints(), FixedPoses::start, options_.correction, targets_);
  sweep_.moves = free_moves(problem);
  has_moved_ = options_.warm_start != 0;
  if (!has_moved_) return {};
  sweep_.displace(multipliers_);
  add_friction(problem.previous, sweep_.moves);
  return {};
}

IterationReport SequentialImpulses::iterate() {
  sweep_(1.0, multipliers_, &tangential_);
  has_moved_ = true;
  return {};
}

const Poses& SequentialImpulses::poses() const {
  if (has_moved_) sweep_.apply(poses_);
  has_moved_ = false;
  return poses_;
}

void SequentialImpulsesSettings::describe(config::Fields& fields) {
  fields.number("correction", correction,
                {.doc = "beta: the fraction of the old error that a step removes (Baumgarte)",
                 .range = {.minimum = 0, .maximum = 1}});
  fields.number(
      "warm_start", warm_start,
      {.doc = "w: a step starts with w times the impulses of the last step", .range = config::non_negative});
}

Declines SequentialImpulses::declines(const Constraints& constraints, const Settings&) {
  const bool has_volume = constraints.any_of(
      []<class Constraint>(const Constraint&) { return std::is_same_v<Constraint, Volume>; });
  if (has_volume)
    return "it supports constraints between two bodies only, and the scene has a volume constraint";
  return {};
}

}  // namespace simbench::rigid

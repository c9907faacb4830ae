#include "rigid/solvers/alm.h"

namespace simbench::rigid {

void Alm::begin_step(const StepProblem<double>& problem) {
  start_at(problem);
  conditions_.emplace(problem);
}

std::optional<Status> Alm::iterate() {
  conditions_->set_proximal(VectorX<double>::Constant(multipliers_.size(), 1 / settings_.penalty),
                            multipliers_);
  constexpr double accuracy = 1e-12;
  constexpr int most_steps = 100, most_halvings = 20;
  const double first = conditions_->residual(poses_, multipliers_);
  double residual = first;
  for (int step = 0; step < most_steps; ++step) {
    if (residual <= std::max(accuracy * first, conditions_->rounding(poses_))) return {};
    double factor = 1;
    bool helped = false;
    for (int halving = 0; halving <= most_halvings && !helped; ++halving, factor /= 2) {
      Poses<double> poses = poses_;
      VectorX<double> multipliers = multipliers_;
      if (!conditions_->step(poses, multipliers, factor)) return Status::not_spd;
      const double left = conditions_->residual(poses, multipliers);
      if (!(left < residual)) continue;
      poses_ = std::move(poses);
      multipliers_ = std::move(multipliers);
      residual = left;
      helped = true;
    }
    // Rounding stops it within some orders of what it may leave.
    if (!helped) return residual <= 1e-8 * first ? std::optional<Status>() : Status::no_minimum;
  }
  return Status::no_minimum;
}

void AlmSettings::describe(config::Fields& fields) {
  fields.number("penalty", penalty, {.unit = "kg", .doc = "s", .range = config::positive});
}

Declines Alm::declines(const Constraints<double>& constraints, const Settings&) {
  return declines_of_newton(constraints);
}

}  // namespace simbench::rigid

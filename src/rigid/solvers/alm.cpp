#include "rigid/solvers/alm.h"

namespace simbench::rigid {

namespace {

const Failure not_reached = {Status::no_minimum,
                             "Newton's method did not reach the minimum at fixed multipliers"};

}  // namespace

IterationReport Alm::iterate() {
  const Poses poses = poses_;
  const VectorX<double> multipliers = multipliers_;
  std::optional<Failure> stop = minimise_inner();
  if (stop) {  // a solver that stops leaves its iterate as it was
    poses_ = poses;
    multipliers_ = multipliers;
  }
  return {.stop = std::move(stop), .diagnostics = {{"penalty", settings_.penalty}}};
}

std::optional<Failure> Alm::minimise_inner() {
  VectorX<double> weights(multipliers_.size());
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const double unit = length_per_error(constraint.measure, settings_.arm);
    weights.segment<Constraint::rows>(row).setConstant(1 / (settings_.penalty * unit * unit));
  });
  conditions_->set_proximal(weights, multipliers_);
  constexpr int max_sets = 50;
  for (int set = 0; set < max_sets; ++set) {
    if (const std::optional<Failure> failure = converge()) return failure;
    if (!conditions_->correct_rows(poses_, multipliers_)) return {};
  }
  return not_reached;
}

std::optional<Failure> Alm::converge() {
  constexpr double accuracy = 1e-12;
  constexpr int max_steps = 100, max_halvings = 20;
  const double first = conditions_->residual(poses_, multipliers_);
  double residual = first;
  for (int step = 0; step < max_steps; ++step) {
    if (residual <= std::max(accuracy * first, conditions_->rounding(poses_))) return {};
    double factor = 1;
    bool helped = false;
    for (int halving = 0; halving <= max_halvings && !helped; ++halving, factor /= 2) {
      Poses poses = poses_;
      VectorX<double> multipliers = multipliers_;
      if (!conditions_->step(poses, multipliers, factor))
        return conditions_->failure_of_step(poses, multipliers);
      const double left = conditions_->residual(poses, multipliers);
      if (!(left < residual)) continue;
      poses_ = std::move(poses);
      multipliers_ = std::move(multipliers);
      residual = left;
      helped = true;
    }
    // Rounding can stop progress some orders of magnitude above the bound of rounding().
    if (!helped) return residual <= 1e-8 * first ? std::optional<Failure>() : not_reached;
  }
  return not_reached;
}

void AlmSettings::describe(config::Fields& fields) {
  fields.number("penalty", penalty, {.unit = "kg", .doc = "penalty s", .range = config::positive});
  describe_arm(fields, arm);
}

}  // namespace simbench::rigid

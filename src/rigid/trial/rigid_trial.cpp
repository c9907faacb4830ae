#include "rigid/trial/rigid_trial.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "rigid/problem/extent.h"
#include "rigid/problem/friction.h"
#include "rigid/problem/objective.h"
#include "rigid/problem/restitution.h"
#include "rigid/referee/contradiction.h"
#include "rigid/trial/rigid_snapshot.h"
#include "rigid/trial/rigid_state.h"

namespace simbench::rigid {

namespace {

constexpr double largest_growth = 1e6;  // a step diverges if its error exceeds that at X̃ by this factor
constexpr double smallest_remarked_gain = 0.01;  // part of the kinetic energy

}  // namespace

RigidTrial::RigidTrial(std::unique_ptr<Solver> solver, std::shared_ptr<const World> world,
                       const StepSettings& step, const Checkpoint* checkpoint, const RunOptions& options)
    : solver_(std::move(solver)),
      world_(std::move(world)),
      step_(step),
      // A step with friction has no minimum.
      wants_reference_(options.reference == ReferenceKind::newton &&
                       !has_friction(possible_constraints(world_->system))),
      follows_minimum_(options.trajectory == Trajectory::newton),
      contacts_(world_->system),
      state_(world_->state),
      extent_(extent(*world_)) {
  for (const Displacement& velocity : state_.velocities)
    first_speed_ = std::max(first_speed_, velocity.linear.norm());
  if (checkpoint) {
    time_.start = checkpoint->time;
    solver_->continue_with(checkpoint->memory);
    if (const auto names = checkpoint->state.find("contacts"); names != checkpoint->state.end())
      contacts_.continue_with(names->second);
  }
  world_->system.constraints.for_each([&](const auto& constraint, Index) {
    if constexpr (requires { constraint.speed; })
      first_speed_ = std::max(first_speed_, std::abs(constraint.speed));
  });
}

std::optional<Reference> RigidTrial::pose_step(bool, const Context& context) {
  const int substep = step_number_ % step_.substeps;
  const double h = step_.time_step / step_.substeps;
  prediction_.emplace(predict(world_->system, state_, h, step_.gyroscopic,
                              contacts_.find(state_, step_.time_step, step_.substeps, substep)));
  prediction_->substep = substep;
  predicted_ = {prediction_->predicted, prediction_->predicted_velocities};
  first_error_ = hard_error(*prediction_, prediction_->predicted);
  turning_gain_ += energy_of_free_turns(*prediction_);
  ++step_number_;
  minimum_.reset();
  if (wants_reference_ || follows_minimum_) minimum_ = find_minimum(*prediction_, context.stop);
  if (wants_reference_ && !minimum_ && step_number_ == 1)
    why_unsolved_ = why_unsolved(*prediction_, context.stop);
  if (wants_reference_ && !minimum_ && why_unsolved_.empty())
    context.warn("no minimum of this step was found; relative errors stay empty");
  if (!wants_reference_ || !minimum_) return {};
  return Reference{minimum_->objective, minimum_->residual};
}

std::optional<Failure> RigidTrial::begin_step() {
  diagnostics_ = {};
  if (const std::optional<Failure> failure = solver_->begin_step(*prediction_)) return failure;
  // Contradicting constraints are reported in the first step. If the referee finds no minimum of a later
  // step, only the errors of that step are missing.
  if (why_unsolved_.empty()) return {};
  return Failure{Status::no_minimum, why_unsolved_ + "; use --reference none to run the solver without f*"};
}

std::optional<Failure> RigidTrial::iterate() {
  IterationReport report = solver_->iterate();
  if (!report.stop) diagnostics_ = report.diagnostics;
  // A matrix without an inverse may come from constraints that cannot hold together, which says more.
  if (report.stop && !is_success(report.stop->status) && !find_minimum(*prediction_)) {
    const std::string why = why_unsolved(*prediction_);
    if (why.starts_with(contradiction)) report.stop->reason = why;
  }
  return report.stop;
}

double RigidTrial::explained_length() const {
  const double h = prediction_->time_step;
  return extent_ + h * (first_speed_ + step_number_ * h * world_->system.gravity.norm());
}

std::optional<Failure> RigidTrial::breakdown() const {
  const Poses& poses = solver_->poses();
  if (!std::ranges::all_of(poses, is_finite)) return Failure{Status::diverged, "the poses are not finite"};
  const double length = explained_length();
  // Divergence within a step. An error below the system's extent may still lead to a solution.
  const double error = hard_error(*prediction_, poses);
  if (first_error_ > 0 && error > largest_growth * first_error_ && error > length) {
    return Failure{
        Status::diverged,
        fmt::format("the constraints' error is {:g} times that of the prediction", error / first_error_)};
  }
  // Divergence over many steps. If the last bit of a position exceeds `length`, poses are too coarse to
  // describe the system and its motion.
  constexpr double last_bit = std::numeric_limits<double>::epsilon();
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const double distance = (poses[b].position - world_->state.poses[b].position).stableNorm();
    if (last_bit * distance <= length) continue;
    return Failure{
        Status::diverged,
        fmt::format("'{}' is {:g} m from where it began, where positions are rounded to more than the "
                    "{:g} m that the system's extent and motion explain",
                    world_->system.bodies[b].name, distance, length)};
  }
  return {};
}

State RigidTrial::state_after(const Poses& poses) const {
  State state = advanced(*prediction_, poses, step_.velocities);
  apply_restitution(world_->system, *prediction_, solver_->multipliers(), state, step_.restitution);
  return state;
}

State RigidTrial::solver_state() const {
  const std::vector<Displacement>* velocities = solver_->velocities();
  return velocities ? state_at_end(*prediction_, solver_->poses(), *velocities)
                    : state_after(solver_->poses());
}

std::vector<std::optional<double>> RigidTrial::observe() {
  const State state = solver_state();
  const RigidObservation observation{world_->system, *prediction_, predicted_,
                                     state,          *solver_,     minimum_ ? &*minimum_ : nullptr};
  std::vector<std::optional<double>> values;
  for (const RigidMetric& metric : rigid_metrics())
    values.push_back(metric.value ? metric.value(observation) : diagnostics_[metric.column.name]);
  return values;
}

std::vector<SnapshotFile> RigidTrial::snapshot() const {
  const Poses& poses = solver_->poses();
  std::vector<SnapshotFile> files = {{"poses", ".csv", poses_csv(world_->system, poses)}};
  if (has_boxes(world_->system))
    files.push_back({"poses", ".vtu", boxes_vtu(world_->system, prediction_->constraints, poses)});
  return files;
}

std::vector<TableRows> RigidTrial::state(int step) const {
  const System& system = world_->system;
  if (step == 0) return {body_rows(system, state_, 0, 0), no_joint_rows()};
  const State state = solver_state();
  const double time = step * prediction_->time_step;
  return {body_rows(system, state, step, time),
          joint_rows(system, *prediction_, state.poses, *solver_, step, time)};
}

State RigidTrial::end_of_step() const {
  return follows_minimum_ && minimum_ ? state_after(minimum_->poses) : solver_state();
}

Checkpoint RigidTrial::checkpoint(int step) const {
  SolverMemory memory;
  solver_->list_memory(memory);
  return {.system = names_sha256(world_->system),
          .time = time_.after(step, step_.time_step / step_.substeps),
          .state = numbers_of(step == 0 ? state_ : end_of_step(), contacts_.names_of_last()),
          .memory = memory.numbers()};
}

std::optional<Failure> RigidTrial::end_step() {
  if (follows_minimum_ && !minimum_)
    return Failure{
        Status::no_minimum,
        "no minimum of this step is known, so the next step cannot begin there; use --trajectory own"};
  state_ = end_of_step();
  if (const std::optional<int> body = body_with_unknown_turns(*prediction_, state_.poses)) {
    if (unknown_turns_++ == 0) body_of_unknown_turns_ = *body;
  }
  if (!std::isfinite(kinetic_energy(prediction_->inertias, state_)))
    return Failure{Status::diverged, "the kinetic energy is not finite"};
  return {};
}

// Free bodies that turn without a gyroscopic torque keep their spin, and so neither their energy nor their
// momentum. That is the scene's choice and needs no remark.
std::string RigidTrial::remark() const {
  if (unknown_turns_ > 0) {
    return fmt::format(
        "in {} a joint or contact changed the spin of a body that turns by more than half a turn in a step "
        "(at first '{}'). Poses tell such a change up to whole turns only, so velocities and torques may be "
        "wrong; use a smaller time_step or more substeps",
        counted(unknown_turns_, "step"), world_->system.bodies[body_of_unknown_turns_].name);
  }
  const double energy = kinetic_energy(prediction_->inertias, solver_state());
  if (step_.gyroscopic != Gyroscopic::none && turning_gain_ > smallest_remarked_gain * energy) {
    return fmt::format(
        "free rotation has added {:.3g} J without work; the kinetic energy at the end is {:.3g} J. "
        "step.gyroscopic 'implicit' does not add energy; a smaller time_step adds less",
        turning_gain_, energy);
  }
  return {};
}

nlohmann::ordered_json RigidTrial::manifest_entries() const {
  return {{"bodies", world_->system.world()}, {"rows", world_->system.constraints.row_count()}};
}

}  // namespace simbench::rigid

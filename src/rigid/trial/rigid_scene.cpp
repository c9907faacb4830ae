#include "rigid/trial/rigid_scene.h"

#include "rigid/trial/rigid_metrics.h"
#include "rigid/trial/rigid_trial.h"

namespace simbench {

namespace {

// The setting of the scene that the solver would ignore, as a reason to decline the scene.
Declines declines_ignored_settings(const rigid::Solver& solver, const rigid::Constraints& constraints,
                                   const rigid::StepSettings& step) {
  const bool is_compliant = constraints.any_of(
      [](const auto& constraint) { return constraint.compliance > 0 && !constraint.is_spring; });
  if (is_compliant && !solver.has_compliance())
    return "it has no compliance, but a constraint of the scene has";
  const bool has_rule =
      step.velocities != rigid::VelocityRule::increment || step.restitution == rigid::RestitutionPass::single;
  if (solver.velocities() && has_rule)
    return "it finds velocities itself, so step.velocities and step.restitution have no effect on it";
  return {};
}

}  // namespace

const Columns& RigidScene::columns() const {
  return rigid::rigid_columns();
}

Declines RigidScene::declines(std::string_view solver, Precision precision) const {
  const rigid::SolverEntry& entry = *rigid::find_solver(solver);
  if (Declines declined = entry.declines_precision(precision)) return declined;
  const SolverSettings& settings = *solvers.settings(solver);
  const std::unique_ptr<rigid::Solver> made = entry.make(settings, precision);
  if (scene.checkpoint) {
    SolverMemory kept;
    made->list_memory(kept);
    if (Declines declined = why_not_continued(*scene.checkpoint, solver, kept.numbers())) return declined;
  }
  const rigid::Constraints constraints = possible_constraints(scene.world->system);
  if (Declines declined = declines_ignored_settings(*made, constraints, scene.step)) return declined;
  return entry.declines(constraints, settings);
}

Declines RigidScene::declines_options(const RunOptions& options) const {
  if (options.reference == ReferenceKind::newton || options.reference == ReferenceKind::none) return {};
  return "the errors of rigid bodies are measured against poses, not against an objective; take newton or "
         "none";
}

Estimate RigidScene::estimate(std::string_view, const RunOptions&) const {
  constexpr double row_seconds = 1e-7, program_bytes = 5e7, row_bytes = 2000;  // row_seconds is per iteration
  constexpr int rows_per_body = 4;                                             // of contacts that are found
  const rigid::System& system = scene.world->system;
  auto rows = static_cast<double>(system.constraints.row_count());
  if (system.contacts) rows += rows_per_body * system.world();
  const RunLength whole = length();
  return {whole.steps * (whole.iterations * rows * row_seconds), program_bytes + rows * row_bytes};
}

// There is nothing to prepare: the scene itself contains the start state.
std::unique_ptr<PreparedScene> RigidScene::prepare(const Context&) const {
  return std::make_unique<PreparedScene>();
}

std::unique_ptr<Trial> RigidScene::trial(std::string_view solver, const PreparedScene&,
                                         const RunOptions& options) const {
  return std::make_unique<rigid::RigidTrial>(
      rigid::find_solver(solver)->make(*solvers.settings(solver), options.precision), scene.world, scene.step,
      scene.checkpoint.get(), options);
}

}  // namespace simbench

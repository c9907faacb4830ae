#include "rigid/trial/rigid_scene.h"

#include "rigid/trial/rigid_metrics.h"
#include "rigid/trial/rigid_trial.h"

namespace simbench {

const Columns& RigidScene::columns() const {
  return rigid::rigid_columns();
}

Declines RigidScene::declines(std::string_view solver, Precision precision) const {
  const rigid::SolverEntry& entry = *rigid::find_solver(solver);
  Declines declined = entry.declines_precision(precision);
  if (!declined && scene.checkpoint) {
    SolverMemory kept;
    entry.make(*solvers.settings(solver), precision)->list_memory(kept);
    declined = why_not_continued(*scene.checkpoint, solver, kept.numbers());
  }
  return declined ? declined
                  : entry.declines(possible_constraints(scene.world->system), *solvers.settings(solver));
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

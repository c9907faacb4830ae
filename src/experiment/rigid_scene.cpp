#include "experiment/rigid_scene.h"

#include "experiment/rigid_trial.h"

namespace simbench {

Declines RigidScene::declines(std::string_view solver, Precision precision) const {
  const rigid::SolverEntry& entry = *rigid::find_solver(solver);
  const Declines declined = entry.declines_precision(precision);
  return declined ? declined : entry.declines(scene.world->system.constraints, *solvers.settings(solver));
}

Declines RigidScene::declines_options(const RunOptions& options) {
  if (options.reference == ReferenceKind::newton || options.reference == ReferenceKind::none) return {};
  return "the errors of rigid bodies are measured against poses, not against an objective; take newton or "
         "none";
}

Estimate RigidScene::estimate(std::string_view, const RunOptions&) const {
  constexpr double row_seconds = 1e-7, program_bytes = 5e7, row_bytes = 2000;  // seconds also an iteration
  const auto rows = static_cast<double>(scene.world->system.constraints.row_count());
  const RunLength whole = length();
  return {whole.steps * (whole.iterations * rows * row_seconds), program_bytes + rows * row_bytes};
}

std::unique_ptr<Trial> RigidScene::trial(std::string_view solver, const Prepared& world,
                                         const RunOptions& options, const Cache&) const {
  return std::make_unique<rigid::RigidTrial>(
      rigid::find_solver(solver)->make(*solvers.settings(solver), options.precision), world, scene.step,
      options);
}

}  // namespace simbench

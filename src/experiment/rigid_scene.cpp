#include "experiment/rigid_scene.h"

#include "experiment/rigid_trial.h"

namespace simbench {

Declines RigidScene::declines(std::string_view solver, Precision precision) const {
  return rigid::find_solver(solver)->declines(scene.world->system.constraints, *solvers.settings(solver),
                                              precision);
}

Declines RigidScene::declines_options(const RunOptions& options) {
  if (options.reference == ReferenceKind::newton || options.reference == ReferenceKind::none) return {};
  return "the errors of rigid bodies are measured against poses, not against an objective; take newton or "
         "none";
}

std::unique_ptr<Trial> RigidScene::trial(std::string_view solver, const Prepared& world,
                                         const RunOptions& options, const Cache&) const {
  return std::make_unique<rigid::RigidTrial>(
      rigid::find_solver(solver)->make(*solvers.settings(solver), options.precision), world, scene.step,
      options);
}

}  // namespace simbench

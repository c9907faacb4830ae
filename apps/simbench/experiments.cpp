#include "simbench/experiments.h"

namespace simbench {

void refuse_contradictions(const RunOptions& options, const SceneFile& scene) {
  const bool best = options.reference == ReferenceKind::best;
  const auto refuse = [](const char* message) { throw Error(ExitCode::usage, message); };
  if (best && scene->length().steps > 1) {
    refuse(
        "--reference best compares solvers on the same problem, but after the first of several steps each "
        "solver has its own problem; use --reference newton or --set step.steps=1");
  }
  if (const Declines reason = scene->declines_options(options))
    throw Error(ExitCode::usage, "--reference: " + *reason);
  if (options.until_relative_error && (best || options.reference == ReferenceKind::none)) {
    refuse("--until-relative-error needs a reference that is known before the run: newton or a number");
  }
}

std::vector<std::pair<std::string, Experiment>> experiments_of(
    const SolverChoice& choice, const std::string& scene_name, const config::Document& document,
    const SceneFile& scene, const RunOptions& options, SharedObjects& shared) {
  config::Document own = document;
  choice.apply(own);
  const SceneFile variant = choice.settings.empty() ? scene : read_scene_file(own, {}, {}, shared);
  std::vector<std::pair<std::string, Experiment>> experiments;
  for (const std::string& solver : chosen_solvers(choice, variant, options.precision)) {
    Experiment experiment{scene_name, variant, solver, options};
    experiment.scene.look_up_settings(solver);
    experiments.emplace_back(choice.is_group() ? solver : choice.label(), std::move(experiment));
  }
  return experiments;
}

}  // namespace simbench

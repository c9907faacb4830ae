// From a scene and the solvers that a user has named to experiments.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/experiment.h"
#include "simbench/solver_choice.h"

namespace simbench {

// Throws Error (usage) if options of a run contradict each other or the scene.
void refuse_contradictions(const RunOptions& options, const SceneFile& scene);

// The experiments that a choice means, each with its label: the solver's name, or its variant's. `scene` is
// what `document` contains. Throws Error (usage) if a solver declines the scene.
std::vector<std::pair<std::string, Experiment>> experiments_of(
    const SolverChoice& choice, const std::string& scene_name, const config::Document& document,
    const SceneFile& scene, const RunOptions& options, SharedObjects& shared);

}  // namespace simbench

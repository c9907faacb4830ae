#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "experiment/tuned_weights.h"
#include "simbench/commands.h"
#include "simbench/planned_run.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

bool runs_admm(const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name == "admm" || name == "all"; });
}

// Combinations of options that cannot do what they say.
void refuse_contradictions(const RunArguments& arguments, const Scene& scene) {
  const ReferenceChoice::Kind reference = arguments.options.reference.kind;
  const bool best = reference == ReferenceChoice::Kind::best;
  const auto refuse = [](const char* message) { throw Error(ExitCode::usage, message); };
  if (best && scene.step.steps > 1) {
    refuse(
        "--reference best compares solvers on the same problem, and after the first of several steps each "
        "solver has "
        "its own; use --reference newton or --set step.steps=1");
  }
  if (best && arguments.skip_complete) {
    refuse("--reference best needs all solvers to run; it does not go with --skip-complete");
  }
  if (arguments.options.until_relative_error && (best || reference == ReferenceChoice::Kind::none)) {
    refuse("--until-relative-error needs a reference that is known before the run: newton or a number");
  }
}

}  // namespace

ExitCode run_command(const RunArguments& arguments) {
  const fs::path file = find_scene_file(arguments.scene);
  std::vector<std::string> overrides = arguments.overrides;
  if (arguments.iterations) overrides.push_back(fmt::format("step.iterations={}", *arguments.iterations));
  const config::Document document = config::Document::read(file);
  Scene scene = read_scene(document, overrides);
  for (const std::string& note : scene.mesh_notes) {
    if (!arguments.quiet) spdlog::info("{}", note);
  }
  if (runs_admm(arguments.solvers)) TunedWeights(TunedWeights::default_file()).resolve(scene);
  refuse_contradictions(arguments, scene);
  const fs::path output = arguments.output.empty() ? fs::path("runs") / file.stem() : arguments.output;
  std::vector<PlannedRun> planned;
  for (const SolverEntry* solver : chosen_solvers(arguments.solvers, scene)) {
    PlannedRun run{solver, {}, output / solver->name, nullptr, {}, {}};
    run.configuration = {file.filename(), resolved(scene, solver->name), std::string(solver->name),
                         arguments.options, document.folder()};
    if (arguments.skip_complete && ResultFolder::holds(run.folder, run.configuration.run_id())) {
      if (!arguments.quiet) fmt::print("{:<7} {} is up to date\n", solver->name, run.folder.string());
      continue;
    }
    planned.push_back(std::move(run));
  }
  if (planned.empty()) return ExitCode::ok;
  return execute_all(planned, scene, arguments.threads, arguments.quiet);
}

}  // namespace simbench

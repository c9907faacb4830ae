#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "base/sha256.h"
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

// runs/<scene>, with eight digits of what the command line changes of the scene and the options, if anything: so commands that
// differ do not meet.
fs::path default_output(const fs::path& scene_file, config::Document document, const Scene& scene,
                        const RunOptions& options) {
  const auto description = [](const Scene& of, const RunOptions& how) {
    nlohmann::ordered_json run = RunConfiguration{{}, resolved(of, {}), {}, how, {}}.json();
    run["scene"].erase("description");
    return run;
  };
  nlohmann::ordered_json plain;
  try {
    Scene unchanged = parse_scene(document, {});
    if (unchanged.body.file == scene.body.file) unchanged.body.sha256 = scene.body.sha256;
    plain = description(unchanged, {});
  } catch (const Error&) {  // only what the command line changes makes it a scene
  }
  const nlohmann::ordered_json changes = nlohmann::ordered_json::diff(plain, description(scene, options));
  const std::string suffix = changes.empty() ? "" : "-" + sha256(changes.dump()).substr(0, 8);
  return fs::path("runs") / (scene_file.stem().string() + suffix);
}

}  // namespace

ExitCode run_command(const RunArguments& arguments) {
  const fs::path file = named_scenes.find(arguments.scene);
  std::vector<std::string> overrides = arguments.overrides;
  if (arguments.iterations) overrides.push_back(fmt::format("step.iterations={}", *arguments.iterations));
  const config::Document document = config::Document::read(file);
  Scene scene = read_scene(document, overrides);
  for (const std::string& note : scene.mesh_notes) {
    if (!arguments.execution.quiet) spdlog::info("{}", note);
  }
  const fs::path output =
      arguments.output.empty() ? default_output(file, document, scene, arguments.options) : arguments.output;
  if (runs_admm(arguments.solvers)) TunedWeights(TunedWeights::default_file()).resolve(scene);
  refuse_contradictions(arguments, scene);
  std::vector<PlannedRun> planned;
  for (const SolverEntry* solver : chosen_solvers(arguments.solvers, scene)) {
    PlannedRun run{solver, {}, output / solver->name, nullptr, nullptr, {}, {}};
    run.configuration = {file.filename(), resolved(scene, solver->name), std::string(solver->name),
                         arguments.options, scene.folder};
    if (arguments.skip_complete && ResultFolder::holds(run.folder, run.configuration.run_id())) {
      if (!arguments.execution.quiet)
        fmt::print("{:<7} {} is up to date\n", solver->name, run.folder.string());
      continue;
    }
    planned.push_back(std::move(run));
  }
  if (planned.empty()) return ExitCode::ok;
  return execute_all(planned, scene, arguments.execution);
}

}  // namespace simbench

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <set>

#include "base/sha256.h"
#include "experiment/tuned_weights.h"
#include "simbench/commands.h"
#include "simbench/planned_run.h"
#include "simbench/solver_choice.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

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

// The scene of a variant: `document` with what the command line and then the variant set.
Scene variant_scene(const SolverChoice& variant, config::Document document,
                    const std::vector<std::string>& overrides) {
  for (const std::string& text : overrides) {
    const auto [path, value] = split_override(text);
    document.set(path, value);
  }
  variant.apply(document);
  return read_scene(document, {});
}

}  // namespace

ExitCode run_command(const RunArguments& arguments) {
  const std::vector<SolverChoice> choices = parse_solver_choices(arguments.solvers);
  const fs::path file = named_scenes.find(arguments.scene);
  std::vector<std::string> overrides = arguments.overrides;
  if (arguments.iterations) overrides.push_back(fmt::format("step.iterations={}", *arguments.iterations));
  const config::Document document = config::Document::read(file);
  const Scene scene = read_scene(document, overrides);
  for (const std::string& note : scene.mesh_notes) {
    if (!arguments.execution.quiet) spdlog::info("{}", note);
  }
  const fs::path output =
      arguments.output.empty() ? default_output(file, document, scene, arguments.options) : arguments.output;
  refuse_contradictions(arguments, scene);
  const TunedWeights tuned(TunedWeights::default_file());
  std::vector<PlannedRun> planned;
  std::set<std::string> labels;
  const auto plan = [&](const SolverEntry& solver, const std::string& label, const Scene& own) {
    if (!labels.insert(label).second) return;  // named twice
    RunConfiguration configuration{file.filename(), resolved(own, solver.name), std::string(solver.name),
                                   arguments.options, own.folder};
    const fs::path folder = output / label;
    if (arguments.skip_complete && ResultFolder::holds(folder, configuration.run_id())) {
      if (!arguments.execution.quiet) fmt::print("{:<7} {} is up to date\n", label, folder.string());
      return;
    }
    planned.push_back({&solver, label, own, std::move(configuration), folder, nullptr, nullptr, {}, {}});
  };
  for (const SolverChoice& choice : choices) {
    Scene own = choice.settings.empty() ? scene : variant_scene(choice, document, overrides);
    if (choice.name == "admm" || choice.name == "all") tuned.resolve(own);
    for (const SolverEntry* solver : chosen_solvers(choice, own)) {
      plan(*solver, choice.name == "all" ? std::string(solver->name) : choice.label(), own);
    }
  }
  if (planned.empty()) return ExitCode::ok;
  return execute_all(planned, arguments.execution);
}

}  // namespace simbench

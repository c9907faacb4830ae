#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>

#include "base/print_out.h"
#include "base/sha256.h"
#include "config/writer.h"
#include "simbench/commands.h"
#include "simbench/experiments.h"
#include "simbench/planned_run.h"
#include "simbench/runs_json.h"
#include "simbench/start_from.h"
#include "simbench/term_choice.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// runs/<scene>, followed by eight digits of a hash of all changes that the command line makes to the scene
// and the options, if there are any. So different commands use different folders.
fs::path default_output(const fs::path& scene_file, config::Document document, SceneFile file,
                        const RunOptions& options) {
  const auto description = [](const SceneFile& of, RunOptions how) {
    nlohmann::ordered_json run = {
        {"options", config::write([&](config::Fields& fields) { how.describe(fields); })},
        {"scene", resolved(of)}};
    run["scene"].erase("description");
    return run;
  };
  nlohmann::ordered_json plain;
  try {
    SceneFile unchanged = parse_scene_file(document);
    const std::vector<SourceFile> now = file->source_files();
    for (const SourceFile& before : unchanged->source_files()) {
      const auto same =
          std::ranges::find_if(now, [&](const SourceFile& source) { return source.path == before.path; });
      if (same != now.end()) before.sha256 = same->sha256;
    }
    plain = description(unchanged, {});
  } catch (const Error&) {  // the scene is valid only with the changes of the command line
  }
  const nlohmann::ordered_json changes = nlohmann::ordered_json::diff(plain, description(file, options));
  const std::string suffix = changes.empty() ? "" : "-" + sha256(changes.dump()).substr(0, 8);
  return fs::path("runs") / (scene_file.stem().string() + suffix);
}

}  // namespace

ExitCode run_command(const RunArguments& arguments) {
  ignore_closed_output();
  SolverFiles files;
  const std::vector<SolverChoice> choices = parse_solver_choices(arguments.solvers, files);
  std::optional<StartFrom> start;
  if (!arguments.start_from.empty()) start = StartFrom::parse(arguments.start_from);
  const fs::path path = arguments.scene.empty() ? start->scene_file() : named_scenes.find(arguments.scene);
  config::Document document = arguments.scene.empty() ? start->scene() : config::Document::read(path);
  const config::Document as_it_is = document;
  if (start) start->apply(document);
  add_terms(arguments.terms, document);
  for (const std::string& assignment : arguments.overrides) document.set(assignment);
  if (arguments.iterations) document.set(fmt::format("step.iterations={}", *arguments.iterations));
  SharedObjects shared;
  const SceneFile file = read_scene_file(document, {}, {}, shared);
  if (!arguments.execution.quiet) {
    for (const std::string& note : file->notes()) spdlog::info("{}", note);
  }
  refuse_contradictions(arguments.options, file);
  if (arguments.options.reference == ReferenceKind::best && arguments.skip_complete)
    throw Error(ExitCode::usage,
                "--reference best needs all solvers to run; it cannot be combined with --skip-complete");
  const fs::path output =
      arguments.output.empty() ? default_output(path, as_it_is, file, arguments.options) : arguments.output;

  std::vector<PlannedRun> planned, up_to_date;
  std::set<std::string> labels;
  const auto plan = [&](const std::string& label, Experiment experiment) {
    if (!labels.insert(label).second) return;  // named twice
    const fs::path folder = output / label;
    if (arguments.skip_complete && ResultFolder::holds(folder, experiment.run_id())) {
      if (!arguments.execution.quiet && !arguments.execution.json)
        print_out("{:<7} {} is up to date\n", label, folder.string());
      up_to_date.push_back({label, std::move(experiment), folder});
      return;
    }
    planned.push_back({label, std::move(experiment), folder});
  };
  for (const SolverChoice& choice : choices) {
    for (auto& [label, experiment] :
         experiments_of(choice, path.filename(), document, file, arguments.options, shared))
      plan(label, std::move(experiment));
  }
  const ExitCode code = planned.empty() ? ExitCode::ok : execute_all(planned, arguments.execution);
  if (arguments.execution.json) print_json(runs_json(path, up_to_date, planned));
  return code;
}

}  // namespace simbench

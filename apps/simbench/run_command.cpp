#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>

#include "base/nearest_name.h"
#include "experiment/metrics.h"
#include "experiment/stop_signal.h"
#include "experiment/tuned_weights.h"
#include "math/parallel.h"
#include "simbench/commands.h"
#include "simbench/progress.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// A run that is planned, and then done.
struct PlannedRun {
  const SolverEntry* solver;
  RunConfiguration configuration;
  fs::path folder;
  std::unique_ptr<ResultFolder>
      results;  // staged before anything is computed, so that a bad folder is noticed first
  RunResult result;
  RunEnvironment environment;
};

std::vector<const SolverEntry*> chosen_solvers(const std::vector<std::string>& names, const Scene& scene) {
  const EnergyTerms<double> terms = terms_at_rest(scene);
  const auto declines = [&](const SolverEntry& entry) {
    return entry.declines(terms, *scene.solver_settings.find(entry.name)->second);
  };
  std::vector<std::string_view> known;
  for (const SolverEntry& entry : solvers()) known.push_back(entry.name);
  known.push_back("all");

  std::vector<const SolverEntry*> chosen;
  const auto choose = [&](const SolverEntry& entry) {
    if (std::find(chosen.begin(), chosen.end(), &entry) == chosen.end()) chosen.push_back(&entry);
  };
  for (const std::string& name : names) {
    if (name == "all") {
      for (const SolverEntry& entry : solvers()) {
        if (const Declines reason = declines(entry)) {
          spdlog::warn("{} is left out: {}", entry.name, *reason);
        } else {
          choose(entry);
        }
      }
      continue;
    }
    const SolverEntry* entry = find_solver(name);
    if (!entry)
      throw Error(ExitCode::usage,
                  fmt::format("--solver {}: no such solver{}", name, did_you_mean(name, known)));
    if (const Declines reason = declines(*entry)) {
      throw Error(ExitCode::usage, fmt::format("--solver {}: declined: {}", name, *reason));
    }
    choose(*entry);
  }
  return chosen;
}

void execute(PlannedRun& planned, const Scene& scene, const World& world, const Cache& cache, int threads,
             bool quiet) {
  Progress progress(std::string(planned.solver->name), scene.step.iterations, scene.step.steps, quiet);
  RunListener listener;
  listener.note = [&](const std::string& text) { progress.note(text); };
  listener.record = [&](const Record& record) { progress.update(record); };
  listener.snapshot = [&](int step, int iteration, const Positions<double>& positions) {
    planned.results->write_snapshot(*world.mesh, step, iteration, positions);
  };
  listener.stop_signal = StopSignal::flag();
  planned.environment.threads = threads;
  planned.environment.started = utc_now();
  planned.result = run(scene, world, *planned.solver, planned.configuration.options, cache, listener);
  planned.environment.finished = utc_now();
  progress.finish();
}

std::string cell(const std::optional<double>& value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), *value) : "-";
}

void print_table(const std::vector<PlannedRun*>& runs) {
  fmt::print("{:<8} {:>10} {:>14} {:>15} {:>9} {:>9}  {:<15} {}\n", "solver", "iterations", "objective [J]",
             "relative error", "ms/iter.", "set-up s", "status", "files");
  for (const PlannedRun* planned : runs) {
    const RunResult& result = planned->result;
    const Record& last = result.records.back();
    const double milliseconds =
        result.iterations > 0 ? 1000 * result.iteration_seconds / result.iterations : 0;
    fmt::print("{:<8} {:>10} {:>14} {:>15} {:>9.3f} {:>9.3f}  {:<15} {}\n", planned->solver->name,
               result.iterations, cell(last.values[metric_index("objective")], "{:.9g}"),
               cell(last.values[metric_index("relative_error")], "{:.3e}"), milliseconds,
               result.setup_seconds, to_string(result.status), planned->folder.string());
  }
}

ExitCode exit_code(const std::vector<PlannedRun*>& runs) {
  if (StopSignal::received()) return StopSignal::exit_code();
  ExitCode code = ExitCode::ok;
  for (const PlannedRun* planned : runs) {
    switch (planned->result.status) {
      case Status::not_spd:
      case Status::diverged:
        code = ExitCode::numerical_failure;
        break;
      case Status::timeout:
        if (code == ExitCode::ok) code = ExitCode::resources;
        break;
      default:
        break;
    }
  }
  return code;
}

// Runs what is planned, all on one scene; each folder is complete as soon as its run is (all at the end, if
// the reference is the best of them).
ExitCode execute_all(std::vector<PlannedRun>& planned_runs, const Scene& scene, int threads, bool quiet) {
  set_thread_count(threads);
  const Cache cache(Cache::default_folder(), [](const std::string& text) { spdlog::warn("{}", text); });
  for (PlannedRun& planned : planned_runs) planned.results = std::make_unique<ResultFolder>(planned.folder);
  const World world = build_world(scene, cache, [&](const std::string& text) {
    if (!quiet) say(text + "\n");
  });

  const StopSignal stop_signal;
  const bool best = planned_runs.front().configuration.options.reference.kind == ReferenceChoice::Kind::best;
  const auto complete = [&](PlannedRun& planned) {
    if (!planned.results->complete(planned.configuration, world, planned.result, planned.environment)) {
      spdlog::warn("{}: {}; the earlier result in {} is kept", planned.solver->name,
                   to_string(planned.result.status), planned.folder.string());
    }
  };
  std::vector<PlannedRun*> done;
  for (PlannedRun& planned : planned_runs) {
    execute(planned, scene, world, cache, threads, quiet);
    done.push_back(&planned);
    if (!best) complete(planned);
    if (!planned.result.message.empty())
      spdlog::error("{}: {}", planned.solver->name, planned.result.message);
    if (StopSignal::received()) break;
  }
  if (best) {
    std::vector<RunResult*> results;
    results.reserve(done.size());
    for (PlannedRun* planned : done) results.push_back(&planned->result);
    measure_against_best(results);
    for (PlannedRun* planned : done) complete(*planned);
  }
  if (!quiet) print_table(done);
  return exit_code(done);
}

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

ExitCode rerun_command(const fs::path& manifest, const fs::path& output, int threads, bool quiet) {
  const RunConfiguration configuration = RunConfiguration::from_manifest(manifest);
  // Read now: the run may be repeated in its own place.
  const nlohmann::ordered_json before = nlohmann::ordered_json::parse(read_file(manifest));
  const std::string status = before.value("status", "");
  const auto refuse = [&](const std::string& why) {
    throw Error(ExitCode::usage, fmt::format("{}: cannot be repeated: {}", manifest.string(), why));
  };
  if (!find_solver(configuration.solver)) refuse("no solver '" + configuration.solver + "'");
  if (status == "interrupted" || status == "timeout") refuse("the run ended by the clock (" + status + ")");
  const nlohmann::ordered_json hashes = before.value("files_sha256", nlohmann::ordered_json());
  if (!hashes.is_object() || hashes.empty()) refuse("there are no hashes to compare with");
  if (configuration.options.reference.kind == ReferenceChoice::Kind::best) {
    refuse("it was measured against the best of several solvers; run them together");
  }
  const Scene scene = configuration.parsed_scene(manifest.string() + "#scene");
  const SolverEntry* solver = chosen_solvers({configuration.solver}, scene).front();
  std::vector<PlannedRun> planned;
  planned.push_back({solver, configuration, output / solver->name, nullptr, {}, {}});
  const ExitCode code = execute_all(planned, scene, threads, quiet);

  const nlohmann::ordered_json after = nlohmann::ordered_json::parse(
      read_file(output / solver->name / "manifest.json", largest_text_file, ExitCode::output));
  if (before.value("build", nlohmann::ordered_json()) != after["build"])
    spdlog::warn("the manifest is of another build or commit than this program");
  bool identical = true;
  for (const auto& [name, hash] : hashes.items()) {
    const bool same = after["files_sha256"].value(name, "") == hash;
    if (!quiet || !same) fmt::print("{}: {}\n", name, same ? "identical" : "differs");
    identical = identical && same;
  }
  return code == ExitCode::ok && !identical ? ExitCode::check_failed : code;
}

}  // namespace simbench

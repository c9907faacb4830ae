#include "simbench/planned_run.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/stop_signal.h"
#include "experiment/repetitions.h"
#include "math/parallel.h"
#include "simbench/progress.h"
#include "simbench/result_table.h"

namespace simbench {

namespace {

// Runs what is planned as often as it is to be repeated; the result is that of the median time.
void execute(PlannedRun& planned, const World& world, const Cache& cache, const Execution& how,
             const Stop& stop) {
  const StepSettings& steps = planned.scene.step;
  std::vector<RunResult> results;
  planned.environment.threads = how.threads;
  planned.environment.started = utc_now();
  for (int repetition = 1; repetition <= how.repeat; ++repetition) {
    const std::string name =
        how.repeat > 1 ? fmt::format("{} {}/{}", planned.label, repetition, how.repeat) : planned.label;
    Progress progress(name, steps.iterations, steps.steps, how.quiet);
    RunListener listener;
    listener.note = [&](const std::string& text) { progress.note(text); };
    listener.record = [&](const Record& record) { progress.update(record); };
    listener.snapshot = [&](int step, int iteration, const Positions<double>& positions) {
      if (repetition == 1) planned.results->write_snapshot(*world.mesh, step, iteration, positions);
    };
    listener.stop = stop;
    RunResult result =
        run(planned.scene, world, *planned.solver, planned.configuration.options, cache, listener);
    progress.finish();
    const bool cut_short = is_cut_short(result.status);
    // Its rows and its time are not those of the others.
    if (!cut_short || results.empty()) results.push_back(std::move(result));
    if (cut_short || StopSignal::received()) break;
  }
  planned.environment.finished = utc_now();
  for (const RunResult& result : results) planned.environment.repeats.push_back(result.iteration_seconds);
  planned.result = std::move(results[median_repetition(results, planned.label)]);
}

// Before anything is computed: a folder that may not be written ends the command.
void open_folders(std::vector<PlannedRun>& planned_runs, Replace replace) {
  const auto output = std::make_shared<NewFolders>(planned_runs.front().folder.parent_path());
  for (PlannedRun& planned : planned_runs) {
    planned.output = output;
    planned.results = std::make_unique<ResultFolder>(planned.folder, planned.configuration, replace);
  }
}

// Writes the files of the run; in another folder than planned if it was cut short and would replace something.
void complete(PlannedRun& planned, const World& world) {
  const std::filesystem::path place = planned.results->complete(world, planned.result, planned.environment);
  if (place != planned.folder) {
    spdlog::warn("{}: {}; '{}' is kept as it is, and this run is in '{}'", planned.label,
                 to_string(planned.result.status), planned.folder.string(), place.string());
    planned.folder = place;
  }
}

// Completes runs whose relative errors are measured against the best of them.
void complete_against_best(const std::vector<PlannedRun*>& runs, const World& world) {
  std::vector<RunResult*> results;
  results.reserve(runs.size());
  for (PlannedRun* planned : runs) results.push_back(&planned->result);
  measure_against_best(results);
  for (PlannedRun* planned : runs) complete(*planned, world);
}

ExitCode exit_code(const std::vector<PlannedRun*>& runs) {
  if (StopSignal::received()) return StopSignal::exit_code();
  ExitCode code = ExitCode::ok;
  for (const PlannedRun* planned : runs) {
    switch (planned->result.status) {
      case Status::not_spd:
      case Status::not_finite:
      case Status::not_representable:
      case Status::no_minimum:
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

}  // namespace

ExitCode execute_all(std::vector<PlannedRun>& planned_runs, const Execution& how) {
  const RunOptions options = planned_runs.front().configuration.options;
  if (how.repeat > 1 && (options.max_seconds || options.max_wall_seconds)) {
    throw Error(ExitCode::usage,
                "--repeat compares runs that end by themselves; it does not go with --max-seconds and "
                "--max-wall-seconds");
  }
  const StopSignal stop_signal;
  set_thread_count(how.threads);
  const Cache cache(Cache::default_folder(), [](const std::string& text) { spdlog::warn("{}", text); });
  open_folders(planned_runs, how.replace);
  Stop stop(options.max_wall_seconds);
  const World world = build_world(
      planned_runs.front().scene, cache,
      [&](const std::string& text) {
        if (!how.quiet) say(text + "\n");
      },
      stop);
  const double prepared = stop.elapsed();
  const bool best = options.reference.kind == ReferenceChoice::Kind::best;
  std::vector<PlannedRun*> done;
  for (PlannedRun& planned : planned_runs) {
    if (&planned != &planned_runs.front()) stop = Stop(options.max_wall_seconds, prepared);
    execute(planned, world, cache, how, stop);
    done.push_back(&planned);
    if (!best) complete(planned, world);
    if (!planned.result.message.empty()) spdlog::error("{}: {}", planned.label, planned.result.message);
    if (StopSignal::received()) break;
  }
  if (best) complete_against_best(done, world);
  if (!how.quiet) print_table(done);
  return exit_code(done);
}

}  // namespace simbench

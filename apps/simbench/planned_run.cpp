#include "simbench/planned_run.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/stop_signal.h"
#include "math/parallel.h"
#include "simbench/progress.h"
#include "simbench/result_table.h"

namespace simbench {

namespace {

void execute(PlannedRun& planned, const World& world, const Cache& cache, int threads, bool quiet,
             const Stop& stop) {
  const Scene& scene = planned.scene;
  Progress progress(planned.label, scene.step.iterations, scene.step.steps, quiet);
  RunListener listener;
  listener.note = [&](const std::string& text) { progress.note(text); };
  listener.record = [&](const Record& record) { progress.update(record); };
  listener.snapshot = [&](int step, int iteration, const Positions<double>& positions) {
    planned.results->write_snapshot(*world.mesh, step, iteration, positions);
  };
  listener.stop = stop;
  planned.environment.threads = threads;
  planned.environment.started = utc_now();
  planned.result = run(scene, world, *planned.solver, planned.configuration.options, cache, listener);
  planned.environment.finished = utc_now();
  progress.finish();
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
  const auto& [replace, threads, quiet] = how;
  const StopSignal stop_signal;
  set_thread_count(threads);
  const Cache cache(Cache::default_folder(), [](const std::string& text) { spdlog::warn("{}", text); });
  const auto output = std::make_shared<NewFolders>(planned_runs.front().folder.parent_path());
  for (PlannedRun& planned : planned_runs) {
    planned.output = output;
    planned.results = std::make_unique<ResultFolder>(planned.folder, planned.configuration, replace);
  }
  const RunOptions options = planned_runs.front().configuration.options;
  Stop stop(options.max_wall_seconds);
  const World world = build_world(
      planned_runs.front().scene, cache,
      [quiet = quiet](const std::string& text) {
        if (!quiet) say(text + "\n");
      },
      stop);
  const double prepared = stop.elapsed();
  const bool best = options.reference.kind == ReferenceChoice::Kind::best;
  const auto complete = [&](PlannedRun& planned) {
    const std::filesystem::path place = planned.results->complete(world, planned.result, planned.environment);
    if (place != planned.folder) {
      spdlog::warn("{}: {}; '{}' is kept as it is, and this run is in '{}'", planned.label,
                   to_string(planned.result.status), planned.folder.string(), place.string());
      planned.folder = place;
    }
  };
  std::vector<PlannedRun*> done;
  for (PlannedRun& planned : planned_runs) {
    if (&planned != &planned_runs.front()) stop = Stop(options.max_wall_seconds, prepared);
    execute(planned, world, cache, threads, quiet, stop);
    done.push_back(&planned);
    if (!best) complete(planned);
    if (!planned.result.message.empty()) spdlog::error("{}: {}", planned.label, planned.result.message);
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

}  // namespace simbench

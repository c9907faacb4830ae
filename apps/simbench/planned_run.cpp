#include "simbench/planned_run.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <map>

#include "base/stop_signal.h"
#include "math/parallel.h"
#include "simbench/progress.h"
#include "simbench/show_results.h"

namespace simbench {

namespace {

void execute_one(PlannedRun& planned, const PreparedScene& prepared, const Cache& cache,
                 const CommandExecution& execution, const Stop& stop) {
  Progress progress(planned.label, planned.experiment.length(), execution.how.repeat, execution.quiet);
  RunListener listener;
  listener.note = [&](const std::string& text) { progress.note(text); };
  listener.record = [&](const Columns& columns, const Record& record) { progress.update(columns, record); };
  listener.stop = stop;
  planned.done = execute(planned.experiment, prepared, cache, *planned.results, execution.how, listener);
  progress.finish();
}

// Before anything is computed: a folder that may not be written ends the command.
void open_folders(std::vector<PlannedRun>& planned_runs, Replace replace) {
  const auto output = std::make_shared<NewFolders>(planned_runs.front().folder.parent_path());
  for (PlannedRun& planned : planned_runs) {
    planned.output = output;
    planned.results = std::make_unique<ResultFolder>(planned.folder, planned.experiment, replace);
  }
}

// Writes the files of the run; in another folder than planned if it was cut short and would replace something.
void complete(PlannedRun& planned) {
  const std::filesystem::path place =
      planned.results->complete(planned.done.result, planned.done.environment);
  if (place != planned.folder) {
    spdlog::warn("{}: {}; '{}' is kept as it is, and this run is in '{}'", planned.label,
                 to_string(planned.done.result.status), planned.folder.string(), place.string());
    planned.folder = place;
  }
}

// Completes runs whose relative errors are measured against the best of them.
void complete_against_best(const std::vector<PlannedRun*>& runs) {
  std::vector<RunResult*> results;
  results.reserve(runs.size());
  for (PlannedRun* planned : runs) results.push_back(&planned->done.result);
  measure_against_best(results);
  for (PlannedRun* planned : runs) complete(*planned);
}

ExitCode exit_code(const std::vector<PlannedRun*>& runs) {
  if (StopSignal::received()) return StopSignal::exit_code();
  ExitCode code = ExitCode::ok;
  for (const PlannedRun* planned : runs) {
    const ExitCode own = exit_code_of(planned->done.result.status);
    if (own == ExitCode::numerical_failure || code == ExitCode::ok) code = own;
  }
  return code;
}

}  // namespace

ExitCode execute_all(std::vector<PlannedRun>& planned_runs, const CommandExecution& execution) {
  const RunOptions options = planned_runs.front().experiment.options;
  if (execution.how.repeat > 1 && (options.max_seconds || options.max_wall_seconds)) {
    throw Error(ExitCode::usage,
                "--repeat compares runs that end by themselves; it does not go with --max-seconds and "
                "--max-wall-seconds");
  }
  const StopSignal stop_signal;
  const ThreadScope threads(execution.how.threads);  // the scene is prepared with them, too
  const Cache cache(Cache::default_folder(), [](const std::string& text) { spdlog::warn("{}", text); });
  open_folders(planned_runs, execution.replace);
  Stop stop(options.max_wall_seconds);
  const PreparedScene prepared = planned_runs.front().experiment.scene.prepare(
      cache,
      [&](const std::string& text) {
        if (!execution.quiet) say(text + "\n");
      },
      stop);
  const double seconds = stop.elapsed();
  const bool best = options.reference == ReferenceKind::best;
  std::vector<PlannedRun*> done;
  std::map<std::string, std::string> said;  // messages, and the first run that each is of
  for (PlannedRun& planned : planned_runs) {
    if (&planned != &planned_runs.front()) stop = Stop(options.max_wall_seconds, seconds);
    execute_one(planned, prepared, cache, execution, stop);
    done.push_back(&planned);
    if (!best) complete(planned);
    const RunResult& result = planned.done.result;
    if (!result.message.empty()) {
      const auto level = is_success(result.status) ? spdlog::level::warn : spdlog::level::err;
      const auto [first, is_new] = said.emplace(result.message, planned.label);
      spdlog::log(level, "{}: {}", planned.label, is_new ? result.message : "the same as " + first->second);
    }
    if (StopSignal::received()) break;
  }
  if (best) complete_against_best(done);
  if (!execution.quiet) show_results(done);
  return exit_code(done);
}

}  // namespace simbench

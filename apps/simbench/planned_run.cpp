#include "simbench/planned_run.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <map>
#include <optional>

#include "base/stop_signal.h"
#include "harness/solver_files.h"
#include "math/parallel.h"
#include "simbench/progress.h"
#include "simbench/show_results.h"
#include "simbench/terminal.h"

namespace simbench {

namespace {

void execute_one(PlannedRun& planned, const PreparedScene& prepared, Context context,
                 const CommandExecution& execution, Pace& pace) {
  Progress progress(planned.label, planned.experiment.length(), execution.settings.repeat, execution.quiet,
                    pace);
  RunListener listener;
  context.note = [&](const std::string& text) { progress.note(text); };
  context.warning = [&](const std::string& text) { progress.warn(text); };
  listener.record = [&](const Columns& columns, const Record& record) { progress.update(columns, record); };
  planned.done =
      execute(planned.experiment, prepared, *planned.results, execution.settings, context, listener);
  progress.finish();
}

// Stages all folders before any computation. A folder that may not be written ends the command.
void open_folders(std::vector<PlannedRun>& planned_runs, Replace replace) {
  const auto output = std::make_shared<NewFolders>(planned_runs.front().folder.parent_path());
  for (PlannedRun& planned : planned_runs) {
    planned.output = output;
    planned.results = std::make_unique<ResultFolder>(planned.folder, planned.experiment, replace);
  }
}

// Writes the files of the run. If the run was cut short and would replace another run, its folder is another
// one than planned.
void complete(PlannedRun& planned) {
  const std::filesystem::path place =
      planned.results->complete(planned.done.result, planned.done.environment);
  if (place != planned.folder) {
    spdlog::warn("{}: {}; '{}' is not replaced, and this run is in '{}'", planned.label,
                 to_string(planned.done.result.status), planned.folder.string(), place.string());
    planned.folder = place;
  }
}

// Completes runs whose relative errors refer to the best of them.
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
  if (execution.settings.repeat > 1 && (options.max_seconds || options.max_wall_seconds)) {
    throw Error(ExitCode::usage,
                "--repeat compares runs that end by themselves; it cannot be combined with --max-seconds or "
                "--max-wall-seconds");
  }
  const StopSignal stop_signal;
  const ThreadScope threads(execution.settings.threads);  // also for the preparation of the scene
  open_folders(planned_runs, execution.replace);
  Context context{
      .cache = Cache(Cache::default_folder(), [](const std::string& text) { spdlog::warn("{}", text); }),
      .note =
          [&](const std::string& text) {
            if (!execution.quiet) print_message(text + "\n");
          },
      .stop = Stop(options.max_wall_seconds)};
  for (const std::string& warning : planned_runs.front().experiment.scene->warnings())
    spdlog::warn("{}", warning);
  const std::unique_ptr<PreparedScene> prepared = planned_runs.front().experiment.scene->prepare(context);
  const double seconds = context.stop.elapsed();
  const bool best = options.reference == ReferenceKind::best;
  std::vector<PlannedRun*> done;
  std::map<std::string, std::string> printed;  // messages, and the first run with each
  std::optional<SolverError> failed;
  Pace pace(terminal_of(STDERR_FILENO).has_value());
  for (PlannedRun& planned : planned_runs) {
    if (&planned != &planned_runs.front()) context.stop = Stop(options.max_wall_seconds, seconds);
    try {
      execute_one(planned, *prepared, context, execution, pace);
    } catch (const SolverError& error) {  // the other solvers still run
      spdlog::error("{}: {}", planned.label, error.what());
      planned.error = error.what();
      if (!failed) failed = error;
      continue;
    }
    done.push_back(&planned);
    if (!best) complete(planned);
    const RunResult& result = planned.done.result;
    if (!result.message.empty()) {
      const auto level = is_success(result.status) ? spdlog::level::warn : spdlog::level::err;
      const auto [first, is_new] = printed.emplace(result.message, planned.label);
      spdlog::log(level, "{}: {}", planned.label, is_new ? result.message : "the same as " + first->second);
    }
    if (StopSignal::received()) break;
  }
  if (done.empty()) return failed->code();
  if (best) complete_against_best(done);
  if (!execution.quiet && !execution.json) show_results(done);
  const ExitCode code = exit_code(done);
  return failed && !StopSignal::received() ? failed->code() : code;
}

}  // namespace simbench

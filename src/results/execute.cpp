#include "results/execute.h"

#include "base/stop_signal.h"
#include "math/parallel.h"
#include "results/repetitions.h"

namespace simbench {

Executed execute(const Experiment& experiment, const PreparedScene& prepared, ResultFolder& folder,
                 const Execution& settings, const Context& context, RunListener listener) {
  const ThreadScope threads(settings.threads);
  Executed executed;
  executed.environment = {.threads = settings.threads, .started = utc_now(), .finished = {}};
  executed.environment.before = machine_state();
  std::vector<RunResult> results;
  for (int repetition = 1; repetition <= settings.repeat; ++repetition) {
    const std::unique_ptr<Trial> trial = experiment.trial(prepared);
    listener.snapshot = [&](int step, int iteration) {
      if (repetition == 1) folder.write_snapshot(step, iteration, trial->snapshot());
    };
    listener.state = [&](int step) {
      if (repetition == 1) folder.append_rows(trial->state(step));
    };
    listener.checkpoint = [&](int step) {
      if (repetition > 1) return;
      Checkpoint checkpoint = trial->checkpoint(step);
      checkpoint.kind = experiment.scene->kind();
      checkpoint.solver = experiment.solver;
      folder.write_checkpoint(step, checkpoint.text());
    };
    RunResult result = run(*trial, experiment.length(), experiment.options, context, listener);
    const bool cut_short = is_cut_short(result.status);
    // A repetition that was cut short has fewer rows, and its time cannot be compared.
    if (!cut_short || results.empty()) results.push_back(std::move(result));
    if (cut_short || StopSignal::received()) break;
  }
  executed.environment.finished = utc_now();
  executed.environment.after = machine_state();
  for (const RunResult& result : results) {
    executed.environment.repeats.push_back(result.iteration_seconds);
    std::vector<double>& elapsed = executed.elapsed_seconds.emplace_back();
    for (const Record& record : result.records) elapsed.push_back(record.elapsed_seconds);
  }
  executed.result = std::move(results[median_repetition(results, folder.name())]);
  return executed;
}

}  // namespace simbench

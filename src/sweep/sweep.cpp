#include "sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/print_message.h"
#include "sweep/summary.h"

namespace simbench {

ExitCode run_sweep(const Plan& plan, const SweepFolder& folder, const SweepOptions& options) {
  const Selection& selection = options.selection;
  const bool shares = selection.only || selection.shard;
  if (shares && options.replace_plan)
    throw Error(ExitCode::usage, "--replace-plan cannot be combined with --only or --shard");
  const std::vector<SweepRun> all = plan.runs();
  const std::vector<SweepRun> runs = selection.of(plan, all);
  const std::optional<FileLock> lock = shares ? std::nullopt : FileLock::try_lock(folder.lock_file());
  if (!shares && !lock) {
    throw Error(ExitCode::locked, fmt::format("{}: another sweep uses this folder: {}",
                                              folder.path().string(), FileLock::holder(folder.lock_file())));
  }
  refuse_foreign_summary(folder);
  if (lock) folder.remove_leftovers();
  folder.claim(plan, all, options.replace_plan);
  const ExitCode code = drive(folder, runs, options.driver);
  if (selection.only) return code;
  const std::vector<std::string> damaged = write_summary(folder, plan, all);
  // Only the selected runs count; another process is responsible for the runs of another shard.
  const bool any_damaged = std::any_of(runs.begin(), runs.end(), [&](const SweepRun& run) {
    return std::find(damaged.begin(), damaged.end(), run.id) != damaged.end();
  });
  return code == ExitCode::ok && any_damaged ? ExitCode::output : code;
}

}  // namespace simbench

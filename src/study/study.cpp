#include "study/study.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/say.h"
#include "study/summary.h"

namespace simbench {

ExitCode conduct(const Plan& plan, const StudyFolder& folder, const StudyOptions& options) {
  const Selection& selection = options.selection;
  const bool shares = selection.only || selection.shard;
  if (shares && options.replace_plan)
    throw Error(ExitCode::usage, "--replace-plan does not go with --only or --shard");
  const std::vector<StudyRun> all = plan.runs();
  const std::vector<StudyRun> runs = selection.of(plan, all);
  const std::optional<FileLock> lock = shares ? std::nullopt : FileLock::try_lock(folder.lock_file());
  if (!shares && !lock) {
    throw Error(ExitCode::locked, fmt::format("{}: another sweep is at work here: {}", folder.path().string(),
                                              FileLock::holder(folder.lock_file())));
  }
  refuse_foreign_summary(folder);
  if (lock) folder.remove_leftovers();
  folder.claim(plan, all, options.replace_plan);
  const ExitCode code = drive(folder, runs, options.driver);
  if (selection.only) return code;
  const std::vector<std::string> damaged = write_summary(folder, plan, all);
  // Runs that were good a moment ago, or that we have just done; another shard's are not ours to judge.
  const bool spoilt = std::any_of(runs.begin(), runs.end(), [&](const StudyRun& run) {
    return std::find(damaged.begin(), damaged.end(), run.id) != damaged.end();
  });
  return code == ExitCode::ok && spoilt ? ExitCode::output : code;
}

}  // namespace simbench

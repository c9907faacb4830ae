#include "sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/new_folders.h"
#include "base/sha256.h"
#include "sweep/summary.h"

namespace simbench {

namespace {

// The index in the folder of a plan, and the runs that are selected. The first of many processes makes the
// index, and the others wait for that. A selection that is refused leaves no folder behind.
struct Share {
  RunIndex index;
  std::vector<IndexedRun> runs;

  Share(const Plan& plan, const SweepFolder& folder, const Selection& selection, SharedObjects& shared) {
    const NewFolders folders(folder.path());
    std::optional<FileLock> lock;
    std::optional<RunIndex> known = folder.index(plan);
    if (!known) {
      lock = FileLock::wait(folder.index_lock());
      known = folder.index(plan);
    }
    index = known ? *std::move(known) : RunIndex::of(plan, shared);
    runs = selection.of(plan, index);
    refuse_foreign_summary(folder);
    if (lock) folder.claim(plan, index, false);
  }
};

// "3-of-1000" for a shard, else a hash of the runs.
std::string part_name(const Selection& selection, const std::vector<IndexedRun>& runs) {
  if (selection.shard) {
    std::string name = *selection.shard;
    return name.replace(name.find('/'), 1, "-of-");
  }
  Sha256 ids;
  for (const IndexedRun& run : runs) ids.update(run.id);
  return ids.hex().substr(0, 16);
}

ExitCode do_share(const Plan& plan, const SweepFolder& folder, const SweepOptions& options) {
  SharedObjects shared;
  const Selection& selection = options.selection;
  const std::vector<IndexedRun> runs = Share(plan, folder, selection, shared).runs;
  DriverOptions driver = options.driver;
  // Many jobs of a workflow do not make all programs on the file system wait. The workflow ends with a sweep
  // of the whole plan, which reads all files.
  driver.syncs = selection.shard.has_value();
  const ExitCode code = drive(folder, plan, runs, shared, driver);
  if (selection.only) return code;
  const bool any_damaged = !write_part(folder, part_name(selection, runs), runs).empty();
  return code == ExitCode::ok && any_damaged ? ExitCode::output : code;
}

// The lock of the whole folder, which a sweep of a share does not need.
FileLock lock_of_driver(const SweepFolder& folder) {
  std::optional<FileLock> lock = FileLock::try_lock(folder.lock_file());
  if (lock) return *std::move(lock);
  throw Error(ExitCode::locked, fmt::format("{}: another sweep uses this folder: {}", folder.path().string(),
                                            FileLock::holder(folder.lock_file())));
}

}  // namespace

ExitCode run_sweep(const Plan& plan, const SweepFolder& folder, const SweepOptions& options) {
  const Selection& selection = options.selection;
  if (selection.is_share() && options.replace_plan)
    throw Error(ExitCode::usage, "--replace-plan cannot be combined with --only, --only-file or --shard");
  if (selection.is_share()) return do_share(plan, folder, options);
  SharedObjects shared;
  const RunIndex index = RunIndex::of(plan, shared);
  const std::vector<IndexedRun> runs = selection.of(plan, index);
  const FileLock lock = lock_of_driver(folder);
  refuse_foreign_summary(folder);
  folder.remove_leftovers();
  folder.claim(plan, index, options.replace_plan);
  const ExitCode code = drive(folder, plan, runs, shared, options.driver);
  const std::vector<std::string> damaged = write_summary(folder, plan, index.runs());
  // Only the selected runs count.
  const bool any_damaged = std::any_of(runs.begin(), runs.end(), [&](const IndexedRun& run) {
    return std::find(damaged.begin(), damaged.end(), run.id) != damaged.end();
  });
  return code == ExitCode::ok && any_damaged ? ExitCode::output : code;
}

std::size_t plan_sweep(const Plan& plan, const SweepFolder& folder, bool replace_plan) {
  SharedObjects shared;
  const RunIndex index = RunIndex::of(plan, shared);
  std::optional<FileLock> lock;
  if (replace_plan) lock = lock_of_driver(folder);
  folder.claim(plan, index, replace_plan);
  return index.runs().size();
}

ExitCode summarise_sweep(const Plan& plan, const SweepFolder& folder) {
  SharedObjects shared;
  const Share all(plan, folder, {}, shared);
  return write_summary(folder, plan, all.index.runs()).empty() ? ExitCode::ok : ExitCode::output;
}

}  // namespace simbench

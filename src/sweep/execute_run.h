// Executes runs of a sweep: one run in this process, or a batch of runs in a child process.
#pragma once

#include <chrono>
#include <span>

#include "base/error.h"
#include "sweep/sweep_folder.h"

namespace simbench {

// Does one run in this process. It does not sync the files; drive() does so for all runs. An interrupted run
// leaves no files. Throws Error; its code is `locked` if another process is doing the run. `spare` is the
// lock of the last run of this process, and then of this one.
ExitCode execute_run(const SweepFolder& folder, const SweepRun& run, std::optional<FileLock>& spare);

// Small runs share a process, because starting a process takes longer than a small run.
struct Batch {
  static constexpr std::size_t max_runs = 500;
  static constexpr std::chrono::milliseconds time_limit{400};  // afterwards the batch begins no further run

  // How the run number `index` of the batch ended.
  struct Outcome {
    std::size_t index;
    int exit_code;
    std::string message;  // the run's last line on standard error
  };
  // The standard error of a child process that did a batch, parsed.
  struct Report {
    std::vector<Outcome> ended;
    std::string message;  // the last line after the last run that has ended
  };
  static Report report_of(const std::string& output);
};

// The work of a child process: reads the scenes of runs and does them in order until a signal interrupts a
// run or Batch::time_limit has passed. It reports on standard error how each run ended. Returns ok, or the
// code of a signal.
int execute_batch(const SweepFolder& folder, const Plan& plan, std::span<const IndexedRun* const> runs,
                  SharedObjects& shared);

}  // namespace simbench

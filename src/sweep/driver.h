// Runs a sweep: one process a run, several at a time, and only what is missing.
#pragma once

#include "base/error.h"
#include "sweep/sweep_folder.h"

namespace simbench {

struct DriverOptions {
  int jobs = 1;
  bool quiet = false;
};

// Does one run in this process. A run that is interrupted leaves nothing. Throws Error with what goes wrong (locked: another
// process is doing it).
ExitCode execute_run(const SweepFolder& folder, const SweepRun& run);

// Does all runs that the folder does not hold. Runs that another process is busy with are left to it. Failures are
// recorded, the others go on. Returns ok; numerical_failure if any run failed; locked if any was left to
// another process; or the code of a signal.
ExitCode drive(const SweepFolder& folder, const std::vector<SweepRun>& runs, const DriverOptions& options);

}  // namespace simbench

// Does the missing runs of a sweep in several processes.
#pragma once

#include "base/error.h"
#include "sweep/sweep_folder.h"

namespace simbench {

struct DriverOptions {
  int jobs = 1;
  bool quiet = false;
};

// Does all runs that the folder does not hold, in forked copies of this process, which must have one thread.
// It skips runs that another process is doing. It records failures and continues with the other runs. Returns
// ok; numerical_failure if a run failed; locked if it skipped a run; or the code of a signal.
ExitCode drive(const SweepFolder& folder, const std::vector<SweepRun>& runs, const DriverOptions& options);

}  // namespace simbench

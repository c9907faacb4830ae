// Does the missing runs of a sweep in several processes.
#pragma once

#include "base/error.h"
#include "sweep/sweep_folder.h"

namespace simbench {

struct DriverOptions {
  int jobs = 1;
  bool quiet = false;
  // Whether the files are on the disk when drive() returns, so that a power failure does not damage a run.
  // Without it, the next sweep of the folder notices the damage by the hashes and does the run again.
  bool syncs = true;
};

// Does those of the plan's runs that the folder does not hold, in forked copies of this process, which must
// have one thread and which share the objects that it has read so far. It skips runs that another process is
// doing. It records failures and continues with the other runs. Returns ok; numerical_failure if a run
// failed; locked if it skipped a run; or the code of a signal.
ExitCode drive(const SweepFolder& folder, const Plan& plan, const std::vector<IndexedRun>& runs,
               SharedObjects& shared, const DriverOptions& options);

}  // namespace simbench

// Runs a sweep: one process a run, several at a time, and only what is missing.
#pragma once

#include "base/error.h"
#include "study/study_folder.h"

namespace simbench {

struct DriverOptions {
  int jobs = 1;
  bool quiet = false;
};

// Does all runs that the folder does not hold, each in a copy of this process, which must have one thread. Runs that another process
// is busy with are left to it. Failures are recorded, the others go on. Returns ok; numerical_failure if any run failed; locked if
// any was left to another process; or the code of a signal.
ExitCode drive(const StudyFolder& folder, const std::vector<StudyRun>& runs, const DriverOptions& options);

}  // namespace simbench

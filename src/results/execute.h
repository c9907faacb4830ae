// Executes an experiment. The command line and sweeps both use it.
#pragma once

#include "results/result_folder.h"

namespace simbench {

// Settings of the execution. They change only the measured times.
struct Execution {
  int threads = 1;
  int repeat = 1;  // number of repetitions, to measure times
};

struct Executed {
  RunResult result;  // of the repetition with the median time
  RunEnvironment environment;
  std::vector<std::vector<double>> elapsed_seconds;  // by repetition and record
};

// Runs an experiment from the prepared state, `settings.repeat` times. A signal or a time limit ends the run
// and the repetitions early. Snapshots go to `folder`, which the caller completes. Throws Error
// (check_failed) if repetitions have different numbers, and what run() throws.
Executed execute(const Experiment& experiment, const PreparedScene& prepared, ResultFolder& folder,
                 const Execution& settings, const Context& context, RunListener listener = {});

}  // namespace simbench

// The way from an experiment to its results, for the command line and for a sweep alike.
#pragma once

#include "results/result_folder.h"

namespace simbench {

// How an experiment is executed; none of its numbers depends on it.
struct Execution {
  int threads = 1;
  int repeat = 1;  // how often, for the sake of its times
};

struct Executed {
  RunResult result;  // of the repetition with the median time
  RunEnvironment environment;
  std::vector<std::vector<double>> elapsed_seconds;  // of each repetition, at each record of the result
};

// Runs an experiment from where its scene was prepared to, as often as it is to be repeated; a signal or a limit of time ends that early.
// Snapshots go to `folder`, which whoever calls completes. Throws Error (check_failed) if a repetition has other numbers, and
// what run() throws.
Executed execute(const Experiment& experiment, const PreparedScene& prepared, const Cache& cache,
                 ResultFolder& folder, const Execution& how, RunListener listener);

}  // namespace simbench

// The runs that a command has planned.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/new_folders.h"
#include "results/execute.h"
#include "simbench/commands.h"

namespace simbench {

// A planned run, and its result once it is done.
struct PlannedRun {
  std::string label;  // the solver's name, or its variant's
  Experiment experiment;
  std::filesystem::path folder;             // the planned folder of the results, later the actual one
  std::shared_ptr<NewFolders> output = {};  // folder of all runs of the command; must outlive `results`
  std::unique_ptr<ResultFolder> results =
      {};  // staged before any computation, so that an unusable folder is reported early
  Executed done = {};
  std::string error = {};  // the message of a SolverError, which leaves no results
};

// Executes the planned runs. Their scenes may differ only in settings of solvers. Each folder is completed at
// the end of its run, or all of them at the end if the reference is the best of the runs. A SolverError is
// printed, and its run has no results. Prints the table of results, unless the command prints JSON.
ExitCode execute_all(std::vector<PlannedRun>& planned_runs, const CommandExecution& execution);

}  // namespace simbench

// Runs that a command has planned, and how they are done.
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

// A run that is planned, and then done.
struct PlannedRun {
  std::string label;  // the solver's name, or its variant's
  Experiment experiment;
  std::filesystem::path folder;             // where its results are to be, then where they are
  std::shared_ptr<NewFolders> output = {};  // of all runs of the command; outlives what is staged in it
  std::unique_ptr<ResultFolder> results =
      {};  // staged before anything is computed, so that a bad folder is noticed first
  Executed done = {};
};

// Runs what is planned: one scene, in which only the settings of solvers may differ. Each folder is complete as soon as its
// run is (all at the end, if the reference is the best of them). Prints the table of results.
ExitCode execute_all(std::vector<PlannedRun>& planned_runs, const CommandExecution& execution);

}  // namespace simbench

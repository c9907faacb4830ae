// Does selected runs of a plan in a folder.
#pragma once

#include "sweep/driver.h"
#include "sweep/selection.h"

namespace simbench {

struct SweepOptions {
  Selection selection;
  DriverOptions driver;
  bool replace_plan = false;  // whether the folder may belong to another plan
};

// Does the selected runs that are missing, and writes the summary. It writes no summary for a single run
// (--only): a workflow that does runs one by one writes it once at the end. A sweep of one run or of a shard
// shares the folder with other processes. Returns the code of drive(), or output if a completed run cannot be
// read. Throws Error (usage, output), and Error (locked) if another process uses the whole folder.
ExitCode run_sweep(const Plan& plan, const SweepFolder& folder, const SweepOptions& options);

}  // namespace simbench

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

// Does the selected runs that are missing, and writes the summary. A sweep of one run (--only), of the runs
// of a file (--only-file) or of a shard shares the folder with other processes: it reads the scenes of its
// own runs only, and the first of these processes makes the index. It writes no summary, but the rows of its
// own runs, unless it does a single one. Returns the code of drive(), or output if a completed run cannot be
// read. Throws Error (usage, output), and Error (locked) if another process uses the whole folder.
ExitCode run_sweep(const Plan& plan, const SweepFolder& folder, const SweepOptions& options);

// Assigns the folder to the plan and writes the index of its runs, and does none of them. Returns their
// number.
std::size_t plan_sweep(const Plan& plan, const SweepFolder& folder, bool replace_plan);

// Writes the summary of the runs that are there, and does none. Returns output if a run cannot be read.
ExitCode summarise_sweep(const Plan& plan, const SweepFolder& folder);

}  // namespace simbench

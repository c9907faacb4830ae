// summary.csv and summary_timings.csv: one row a run of a sweep, from the runs' own files.
#pragma once

#include "sweep/sweep_folder.h"

namespace simbench {

// Writes both files for the runs that are there; those that failed or are missing have a status and empty cells. One run
// is looked at at a time. Says which runs cannot be read, and returns their ids.
std::vector<std::string> write_summary(const SweepFolder& folder, const SweepPlan& plan,
                                       const std::vector<SweepRun>& runs);

}  // namespace simbench

// What a command prints when its runs are done.
#pragma once

#include <vector>

#include "simbench/planned_run.h"

namespace simbench {

// The table of results; where standard output is a terminal and there are several runs, also a plot of their relative errors, a
// sparkline in each row, and who was first.
void show_results(const std::vector<PlannedRun*>& runs);

}  // namespace simbench

// The output of a command after its runs.
#pragma once

#include <vector>

#include "simbench/planned_run.h"

namespace simbench {

// Prints the table of results. If standard output is a terminal and there are several runs, it also prints a
// plot of their relative errors, a sparkline in each row, and which solver was the fastest.
void show_results(const std::vector<PlannedRun*>& runs);

}  // namespace simbench

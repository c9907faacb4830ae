// The table of results that a command prints after its runs.
#pragma once

#include <limits>
#include <vector>

#include "simbench/planned_run.h"

namespace simbench {

// Prints the last record of each run, one per row, to the standard output. `sparklines` (one per row) stand
// before the status. If a line of `columns` characters is too short, the table leaves out the folders, the
// sparklines and then other columns, and a line below it names the folders. Further lines explain the
// table's numbers, and name the runs that end above their start.
void print_table(const std::vector<PlannedRun*>& runs, const std::vector<std::string>& sparklines = {},
                 int columns = std::numeric_limits<int>::max());

}  // namespace simbench

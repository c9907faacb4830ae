// The table of results that a command prints after its runs.
#pragma once

#include <limits>
#include <vector>

#include "simbench/planned_run.h"

namespace simbench {

// Prints the last record of each run, one per row, to the standard output. `sparklines` (one per row) stand
// before the status if the table then fits into `columns`. If the folders do not
// fit beside the sparklines, one line below the table names them.
void print_table(const std::vector<PlannedRun*>& runs, const std::vector<std::string>& sparklines = {},
                 int columns = std::numeric_limits<int>::max());

}  // namespace simbench

// The table that a command prints when its runs are done.
#pragma once

#include <limits>
#include <vector>

#include "simbench/planned_run.h"

namespace simbench {

// A row a run, of its last record; to the standard output. `sparklines`, one a row, stand before the status if the table is no wider
// than `columns` then; if need be, one line below it names the folders, and not every row.
void print_table(const std::vector<PlannedRun*>& runs, const std::vector<std::string>& sparklines = {},
                 int columns = std::numeric_limits<int>::max());

}  // namespace simbench

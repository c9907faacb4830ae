// The table that a command prints when its runs are done.
#pragma once

#include <vector>

#include "simbench/planned_run.h"

namespace simbench {

// A row a run, of its last record; to the standard output.
void print_table(const std::vector<PlannedRun*>& runs);

}  // namespace simbench

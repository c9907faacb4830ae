// Writes summary.csv and summary_timings.csv, with one row per run of a sweep.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sweep/sweep_folder.h"

namespace simbench {

// Throws Error (output) if write_summary() would replace a file that simbench has not written.
void refuse_foreign_summary(const SweepFolder& folder);

// Writes both files. Runs that failed or are missing have a status and empty cells. Takes the rows that other
// processes have written by write_part(), if their runs are still the same, and removes those files. Reads
// the other runs one at a time, to save memory. Prints which runs cannot be read, and returns their ids.
// Throws Error (output), also if refuse_foreign_summary() does.
std::vector<std::string> write_summary(const SweepFolder& folder, const Plan& plan,
                                       const std::vector<IndexedRun>& runs);

// Writes the rows of a part of the runs to a file of this name (summary_parts.h). Prints which runs cannot be
// read, and returns their ids. Throws Error (output).
std::vector<std::string> write_part(const SweepFolder& folder, const std::string& name,
                                    const std::vector<IndexedRun>& runs);

enum class FileState { good, damaged, missing };

// The names of both files, and whether each agrees with the runs.
std::vector<std::pair<std::string, FileState>> summary_states(const SweepFolder& folder, const Plan& plan,
                                                              const std::vector<IndexedRun>& runs);

}  // namespace simbench

// summary.csv and summary_timings.csv: one row a run of a sweep, from the runs' own files.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "study/study_folder.h"

namespace simbench {

// Throws Error (output) if a file that write_summary() would replace is none of ours.
void refuse_foreign_summary(const StudyFolder& folder);

// Writes both files for the runs that are there; those that failed or are missing have a status and empty cells. One run
// is looked at at a time. Says which runs cannot be read, and returns their ids. Throws Error (output), also for what
// refuse_foreign_summary() refuses.
std::vector<std::string> write_summary(const StudyFolder& folder, const Plan& plan,
                                       const std::vector<StudyRun>& runs);

enum class FileState { good, damaged, missing };

// Whether both files, by their names, say what the runs say.
std::vector<std::pair<std::string, FileState>> summary_states(const StudyFolder& folder, const Plan& plan,
                                                              const std::vector<StudyRun>& runs);

}  // namespace simbench

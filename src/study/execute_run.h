// Runs of a study: one in this process, or several one after the other in a child.
#pragma once

#include <chrono>
#include <span>

#include "base/error.h"
#include "study/study_folder.h"

namespace simbench {

// Does one run in this process; drive() syncs it with others. A run that is interrupted leaves nothing. Throws Error with what goes wrong (locked: another
// process is doing it).
ExitCode execute_run(const StudyFolder& folder, const StudyRun& run);

// Small runs share a process, because starting one takes longer than they do.
struct Batch {
  static constexpr std::size_t most = 500;                 // runs
  static constexpr std::chrono::milliseconds enough{400};  // after which no further run is begun

  // What became of run number `index`.
  struct Outcome {
    std::size_t index;
    int exit_code;
    std::string said;  // its last line on standard error
  };
  // What a child that has done a batch said, the runs that it told to have ended. `said` is what it said after the last of them.
  struct Report {
    std::vector<Outcome> ended;
    std::string said;
  };
  static Report report_of(const std::string& output);
};

// For a process that does nothing else: does runs in their order, until one of them is interrupted or the time is enough, and tells on
// standard error how each one ended. Returns ok, or the code of a signal.
int execute_batch(const StudyFolder& folder, std::span<const StudyRun* const> runs);

}  // namespace simbench

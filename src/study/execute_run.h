// One run of a study, in this process or as the whole of a child.
#pragma once

#include "base/error.h"
#include "study/study_folder.h"

namespace simbench {

// Does one run in this process. A run that is interrupted leaves nothing. Throws Error with what goes wrong (locked: another
// process is doing it).
ExitCode execute_run(const StudyFolder& folder, const StudyRun& run);

// The same for a process that does nothing else: what goes wrong is the last line on its standard error, and the code that it
// ends with.
int execute_in_child(const StudyFolder& folder, const StudyRun& run);

}  // namespace simbench

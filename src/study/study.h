// A study: the runs of a plan that are chosen, done in a folder.
#pragma once

#include "study/driver.h"
#include "study/selection.h"

namespace simbench {

struct StudyOptions {
  Selection selection;
  DriverOptions driver;
  bool replace_plan = false;  // the folder may be that of another plan
};

// Does what is missing of the chosen runs and writes the summary, unless the selection is a single run: whoever does these one by
// one writes it once. A study of one run or of a shard shares the folder with others. Returns the code of drive(), or output if a run
// that is done cannot be read. Throws Error (usage, output, or locked: another study has the folder to itself).
ExitCode conduct(const Plan& plan, const StudyFolder& folder, const StudyOptions& options);

}  // namespace simbench

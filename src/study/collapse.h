// Equal problems once. From rest, with nothing moving and no forces, an implicit Euler step depends on its time step h and
// its stiffnesses k only through k h²: with another h and the same k h² it is the same problem with time measured in
// another unit. Every number of its iterates is then the other's times a power of the ratio of the units.
#pragma once

#include "study/study_folder.h"

namespace simbench {

// Sets the `source` of each run that is an earlier one's problem in another unit of time. Throws Error (usage) if a run
// has anything but its material that time enters: moving anchors, forces, velocities, absolute weights; or single
// precision, where scaling changes the rounding visibly.
void find_sources(std::vector<StudyRun>& runs);

// Makes the folder of a run from that of its source. Throws Error (output: the source is not there; locked).
void derive_run(const StudyFolder& folder, const StudyRun& run);

}  // namespace simbench

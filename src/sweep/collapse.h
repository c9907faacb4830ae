// Computes equal problems of a sweep only once. If a scene starts at rest, moves no anchors and has no
// forces, an implicit Euler step depends on the time step h and the stiffnesses k only through k h². Two runs
// with different h and equal k h² are then the same problem in different units of time. A number of one run
// is the corresponding number of the other run, multiplied by a power of the ratio of the units of time.
#pragma once

#include "sweep/sweep_folder.h"

namespace simbench {

// Sets the `source` of each run that is the problem of an earlier run in another unit of time. Throws Error
// (usage) if a quantity of a run other than its time step and material depends on the unit of time (moving
// anchors, forces, velocities, absolute weights), or if a run is in single precision, where scaling changes
// the rounding visibly.
void find_sources(std::vector<SweepRun>& runs);

// Makes the folder of a run from the folder of its source. Throws Error (output) if the source has no result,
// and Error (locked).
void derive_run(const SweepFolder& folder, const SweepRun& run);

}  // namespace simbench

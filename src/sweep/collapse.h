// Computes equal problems of a sweep only once. If a scene starts at rest, moves no anchors and has no
// forces, an implicit Euler step depends on the time step h and the stiffnesses k only through k h². Two runs
// with different h and equal k h² are then the same problem in different units of time. A number of one run
// is the corresponding number of the other run, multiplied by a power of the ratio of the units of time.
#pragma once

#include <map>
#include <string>

#include "sweep/sweep_folder.h"

namespace simbench {

// The first run of each problem so far.
class Sources {
 public:
  // Sets the `source` of a run that is the problem of an earlier run in another unit of time. Throws Error
  // (usage) if a quantity of a run other than its time step and material depends on the unit of time (moving
  // anchors, forces, velocities, absolute weights), or if a run is in single precision, where scaling changes
  // the rounding visibly.
  void find_source(SweepRun& run);

 private:
  struct First {
    std::string id;
    double time_step;  // [s]
  };
  std::map<std::string, First> first_of_;  // by the hash of the problem
};

// Makes the folder of a run from the folder of its source. Throws Error (output) if the source has no result,
// and Error (locked).
void derive_run(const SweepFolder& folder, const SweepRun& run);

}  // namespace simbench

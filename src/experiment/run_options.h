// How a run is done and recorded, whatever is run.
#pragma once

#include <optional>

#include "harness/solver_settings.h"

namespace simbench {

// What f* is: Newton's minimum of the same problem, the lowest recorded value that any solver of this command reached
// (the thesis's definition), none, or a number.
enum class ReferenceKind { newton, best, none, number };

// Where the second and later time steps begin: where the solver's own step before has ended, or in the minimum of the step before,
// which makes a step the same problem for all solvers.
enum class Trajectory { own, newton };

// What a run takes, by rule of thumb.
struct Estimate {
  double seconds = 0;  // of one core
  double bytes = 0;    // of memory at its peak
};

struct RunOptions {
  Precision precision = Precision::double_precision;
  int record_every = 1;    // iterations between records; iteration 0 and the last are always recorded
  int snapshot_every = 0;  // iterations between snapshots; 0: none, -1: the last iterate only
  ReferenceKind reference = ReferenceKind::newton;
  double reference_number = 0;  // f*, where the kind is a number [J]
  Trajectory trajectory = Trajectory::own;
  std::optional<double> until_relative_error;  // of any iterate, recorded or not
  std::optional<double> max_seconds;           // of the solver's own time
  std::optional<double> max_wall_seconds;  // with start state, reference and looking; no number depends on it

  void describe(config::Fields& fields);
};

}  // namespace simbench

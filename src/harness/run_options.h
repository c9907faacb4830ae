// Options of a run of any system: how it computes, when it ends, and what it records.
#pragma once

#include <optional>

#include "harness/solver_settings.h"

namespace simbench {

// The source of f*: Newton's minimum of the same problem, the lowest recorded value that any solver of this
// command reached (the thesis's definition), none, or a number.
enum class ReferenceKind { newton, best, none, number };

// Where each time step after the first one starts: `own`, at the end of the solver's previous step; `newton`,
// at the minimum of the previous step. With `newton`, a step is the same problem for all solvers.
enum class Trajectory { own, newton };

// The estimated cost of a run.
struct Estimate {
  double seconds = 0;  // of one core
  double bytes = 0;    // of memory at its peak
};

struct RunOptions {
  Precision precision = Precision::double_precision;
  int record_every = 1;      // iterations between records; iteration 0 and the last are always recorded
  int snapshot_every = 0;    // iterations between snapshots; 0: none, -1: the last iterate only
  int state_every = 0;       // steps between states in tables; 0: none. The start and the last step have one.
  int checkpoint_every = 0;  // steps between checkpoints; 0: none. The start and the last step have one.
  ReferenceKind reference = ReferenceKind::newton;
  double reference_number = 0;  // f*, if `reference` is `number` [J]
  Trajectory trajectory = Trajectory::own;
  std::optional<double> until_relative_error;  // of any iterate, recorded or not
  std::optional<double> max_seconds;           // of the solver's own time
  std::optional<double> max_wall_seconds;      // of all time: start state, reference, iterations and metrics

  void describe(config::Fields& fields);
};

}  // namespace simbench

// What is measured of an iterate of rigid bodies: the header of iterations.csv, its rows, and `simbench list metrics`. Everything is computed
// from poses and multipliers in double precision.
#pragma once

#include <optional>
#include <vector>

#include "experiment/trial.h"
#include "rigid/minimum.h"
#include "rigid/objective.h"
#include "rigid/solver.h"

namespace simbench::rigid {

// What a metric may look at.
struct RigidObservation {
  const System& system;
  const StepProblem<double>& problem;
  const State& prediction;  // X̃ with ṽ, ω̃
  const State& state;       // the step's end, if this iterate were it
  const Solver<double>& solver;
  const Minimum* minimum;  // X*, Λ*; null: not known
};

struct RigidMetric {
  Column column;
  // Absent: an empty cell. Null: a solver reports it under the column's name.
  std::optional<double> (*value)(const RigidObservation&);
};

// In the order of the columns.
const std::vector<RigidMetric>& rigid_metrics();
const Columns& rigid_columns();

}  // namespace simbench::rigid

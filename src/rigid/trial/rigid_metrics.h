// The metrics of an iterate of rigid bodies. Their table defines the columns of iterations.csv and `simbench
// list metrics`. Metrics are computed from poses and multipliers.
#pragma once

#include <optional>
#include <vector>

#include "harness/trial.h"
#include "rigid/problem/objective.h"
#include "rigid/referee/minimum.h"
#include "rigid/solvers/solver.h"

namespace simbench::rigid {

// The inputs of a metric.
struct RigidObservation {
  const System& system;
  const StepProblem& problem;
  const State& prediction;  // X̃ with ṽ, ω̃
  const State& state;       // the end of the step, if it ended with this iterate
  const Solver& solver;
  const Minimum* minimum;  // X*, Λ*; null if unknown
};

struct RigidMetric {
  Column column;
  // Computes the value; empty for an empty cell. Null if solvers report the value under the column's name.
  std::optional<double> (*value)(const RigidObservation&);
};

// All metrics in the order of the columns.
const std::vector<RigidMetric>& rigid_metrics();
const Columns& rigid_columns();

}  // namespace simbench::rigid

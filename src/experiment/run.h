// Runs one solver on one scene: the only loop over iterations and the only clock.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/cache.h"
#include "experiment/reference.h"
#include "scene/world.h"
#include "solver/registry.h"

namespace simbench {

// Where the second and later time steps begin: where the solver's own step before has ended, or in the minimum of the step before,
// which makes a step the same problem for all solvers.
enum class Trajectory { own, newton };

struct RunOptions {
  Precision precision = Precision::double_precision;
  int record_every = 1;    // iterations between records; iteration 0 and the last are always recorded
  int snapshot_every = 0;  // iterations between snapshots; 0: none, -1: the last iterate only
  ReferenceChoice reference;
  Trajectory trajectory = Trajectory::own;
  std::optional<double> until_relative_error;  // looked at where a record is taken
  std::optional<double> max_seconds;           // of the solver's own time
  std::optional<double> max_wall_seconds;  // with start state, reference and looking; no number depends on it

  void describe(config::Fields& fields);
};

// One row of iterations.csv and timings.csv.
struct Record {
  int step;                                   // from 1
  int iteration;                              // from 0 in each step
  std::vector<std::optional<double>> values;  // one a metric
  double iteration_seconds;                   // of this iteration
  double elapsed_seconds;                     // of all iterations of the run up to this one, recorded or not
};

struct RunResult {
  std::vector<Record> records;
  std::vector<std::optional<Reference>> references;  // f* of each step [J]
  double setup_seconds = 0;                          // assembly and factorisation, all steps
  double iteration_seconds = 0;                      // all iterations
  int iterations = 0;                                // all steps
  Status status = Status::max_iterations;            // of the last step
  std::string elimination_order;  // of the solver's sparse factorisations; empty if it does none
  std::string message;            // what the status leaves unsaid
};

// Told of the run while it goes on; nothing that it does can reach the solver.
struct RunListener {
  std::function<void(const std::string&)> note;  // what takes long before iterations start
  std::function<void(const Record&)> record;     // each record, when it is taken
  std::function<void(int step, int iteration, const Positions<double>&)> snapshot;
  Stop stop = {};  // due: finish the iteration and stop
};

// Throws Stopped where nothing is recorded yet: while the first step's reference is looked for. The seconds of
// `options.max_wall_seconds` are counted by the listener's Stop, since they begin before the run.
RunResult run(const Scene& scene, const World& world, const SolverEntry& solver, const RunOptions& options,
              const Cache& cache, const RunListener& listener);

// For `--reference best`: puts the relative errors of all results against the lowest objective that any
// reached.
void measure_against_best(const std::vector<RunResult*>& results);

}  // namespace simbench
